/** Light or dark: as the system has it, until one asks for the other. */

const NEXT = { auto: "light", light: "dark", dark: "auto" };

/** Let a button change the colours; the choice is remembered where the browser lets pages from disk do so. */
export function startTheme(button) {
  let theme = "auto";
  try {
    theme = localStorage.getItem("sglite-theme") ?? "auto";
  } catch {
    // it does not
  }
  const show = () => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = `Colours: ${theme}`;
  };
  if (!(theme in NEXT)) theme = "auto";
  show();
  button.addEventListener("click", () => {
    theme = NEXT[theme];
    show();
    try {
      localStorage.setItem("sglite-theme", theme);
    } catch {
      // for this time only
    }
  });
}

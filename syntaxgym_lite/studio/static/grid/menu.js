/** Menus, and small questions, that open where they are asked for. */

import { h, put } from "../../report/dom.js";

/**
 * Open a menu.
 * @param {{left: number, top: number, bottom: number}} at - on the screen
 * @param {{title: string, entries: {label: string, act: function(), disabled?: boolean, keys?: string}[]}[]} groups
 * @param {function()} done - called when it is closed, before what was chosen happens
 */
export function openMenu(at, groups, done) {
  const buttons = [];
  const menu = h(
    "div.grid-menu",
    { role: "menu", "aria-label": "What can be done here" },
    groups.map(({ title, entries }) =>
      h(
        "div",
        { role: "group", "aria-label": title },
        h("p.title", { "aria-hidden": "true" }, h("bdi", {}, title)),
        entries.map(({ label, act, disabled, keys }) => {
          const button = h("button", { type: "button", role: "menuitem", tabindex: "-1", disabled: Boolean(disabled) }, label, keys ? h("kbd", {}, keys) : null);
          button.addEventListener("click", () => {
            close();
            act();
          });
          if (!disabled) buttons.push(button);
          return button;
        }),
      ),
    ),
  );
  const close = shown(menu, at, done);
  menu.addEventListener("contextmenu", (event) => event.preventDefault());
  menu.addEventListener("keydown", (event) => {
    const now = buttons.indexOf(document.activeElement);
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) buttons.at(to % buttons.length).focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else if (event.key.length === 1) {
      const order = [...buttons.slice(now + 1), ...buttons.slice(0, now + 1)];
      order.find((one) => one.textContent.toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    } else return;
    event.preventDefault();
  });
  buttons[0]?.focus();
}

/**
 * Ask for a name.
 * @param {{left: number, top: number, bottom: number}} at
 * @param {{label: string, value: string, act: function(string): (void|Promise<void>)}} what - act may throw: it is shown, and asked again
 * @param {function()} done
 */
export function askName(at, { label, value, act }, done) {
  const field = h("input", { type: "text", value, dir: "auto", autocomplete: "off", spellcheck: "false" });
  const said = h("p.failed", { role: "alert" });
  const form = h(
    "form.grid-menu.question",
    { "aria-label": label },
    h("label", {}, label, field),
    said,
    h("div.buttons", {}, h("button", { type: "submit" }, "OK"), h("button", { type: "button", click: () => close() }, "Cancel")),
  );
  const close = shown(form, at, done);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await act(field.value.trim());
      close();
    } catch (error) {
      put(said, error.message);
    }
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  field.focus();
  field.select();
}

/** Show something at a place, within the window; give what closes it. */
function shown(box, at, done) {
  document.querySelector(".grid-menu")?.dispatchEvent(new CustomEvent("leave"));
  document.body.append(box);
  const { width, height } = box.getBoundingClientRect();
  const below = at.bottom + height < innerHeight ? at.bottom : Math.max(4, Math.min(at.top - height, innerHeight - height - 4));
  box.style.setProperty("left", `${Math.max(4, Math.min(at.left, innerWidth - width - 4))}px`);
  box.style.setProperty("top", `${below < 4 ? 4 : below}px`);
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    box.remove();
    document.removeEventListener("pointerdown", outside, true);
    done();
  };
  const outside = (event) => {
    if (!box.contains(event.target)) close();
  };
  document.addEventListener("pointerdown", outside, true);
  box.addEventListener("leave", close);
  return close;
}

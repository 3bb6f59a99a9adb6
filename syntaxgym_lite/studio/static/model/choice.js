/** Which models score the suite: those chosen, and a list to choose from. */

import { get } from "../api.js";
import { h, name, put } from "../../report/dom.js";
import { keepFocus } from "../focus.js";

const MOST = 2;

/** What a model is called here: without the folders in which it lies. */
export function shortName(spec) {
  return /[\\/]/.test(spec) && /^(?:\w{2,}:)?[~./\\]/.test(spec) ? `${/^\w{2,}:/.exec(spec)?.[0] ?? ""}${spec.split(/[\\/]/).at(-1)}` : spec;
}

/** Show it. */
export function choice(engine) {
  const box = h("section.choice", { "aria-label": "Models" });
  let offered = null;
  let wants = false; // another one beside those chosen
  let begun = false; // whether it is known what was chosen before
  const isOpen = () => wants || (begun && !engine.models.length);
  const next = () => box.querySelector(".chips > button") ?? [...box.querySelectorAll(".chips button")].at(-1) ?? null;
  const show = () => keepFocus(box, () => put(box, chips(), isOpen() ? chooser() : null), next);
  const use = async (model) => {
    wants = false;
    const taken = await engine.choose([...engine.models.filter((one) => one !== model), model]);
    if (taken) return;
    wants = true;
    show();
    const field = box.querySelector("input");
    field.value = model;
    field.focus();
  };
  const leave = (model) => engine.choose(engine.models.filter((one) => one !== model));

  function chips() {
    if (!engine.models.length) return null;
    return h(
      "p.chips",
      {},
      engine.models.map((model) =>
        h("span.chip", { title: model }, name(shortName(model)), h("button", { type: "button", "aria-label": `Without ${model}`, click: () => leave(model) }, "×")),
      ),
      engine.models.length < MOST && !wants
        ? h("button", { type: "button", click: () => open() }, "A second model beside it ...")
        : null,
    );
  }

  function open() {
    wants = true;
    show();
    box.querySelector(".chooser button, .chooser input")?.focus();
  }

  function close() {
    wants = false;
    show();
    box.querySelector(".chips > button")?.focus();
  }

  function chooser() {
    const field = h("input", { type: "text", id: "model-name", autocomplete: "off", spellcheck: "false", placeholder: "gpt2, or my/model" });
    const form = h(
      "form.other",
      {
        submit: (event) => {
          event.preventDefault();
          if (field.value.trim()) use(field.value.trim());
        },
      },
      h("label", { for: "model-name" }, "Another model: a folder or file, or its name on the Hugging Face Hub"),
      h("div.line", {}, field, h("button", { type: "submit" }, "Use")),
      h("p.note", {}, "Nothing is downloaded before you are asked."),
    );
    const own = offered ?? {};
    const rows = [
      ...(own.given ?? []).map((one) => ({ ...one, description: "given when the studio was started" })),
      ...(own.shipped ?? []),
      ...(own.found ?? []).map((one) => ({ ...one, description: "in this folder" })),
      ...(own.fetched ?? []).map((one) => ({ ...one, description: "from the Hugging Face Hub, on this machine already" })),
    ].filter(({ model }) => !engine.models.includes(model));
    return h(
      "div.chooser",
      {},
      h("p", {}, engine.models.length ? "A model to look at beside it:" : "Choose a language model. It scores the suite, and again what you change, in the background."),
      h(
        "ul.models",
        {},
        rows.map(({ model, description }) =>
          h("li", {}, h("button", { type: "button", "data-model": model, click: () => use(model) }, name(shortName(model))), description ? h("span.note", {}, description) : null),
        ),
      ),
      form,
      engine.models.length
        ? h("button", { type: "button", click: () => close() }, "Cancel")
        : null,
    );
  }

  engine.addEventListener("choice", () => {
    begun = true;
    show();
  });
  get("/models").then((found) => {
    offered = found;
    if (isOpen() && !box.querySelector("ul.models li")) show();
  }, () => {});
  return box;
}

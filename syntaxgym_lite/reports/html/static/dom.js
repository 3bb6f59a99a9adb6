/** Elements, made without markup: what suites say becomes text, never anything that a browser would run. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element of HTML.
 * @param {string} name - its tag, with classes behind points: "td.number"
 * @param {Object<string, any>} [attributes] - functions are listeners, by the name of the event; null and false: none
 * @param {...any} children - elements, texts, or arrays of them; null and false: none
 * @returns {HTMLElement}
 */
export function h(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  return fill(document.createElement(tag), classes, attributes, children);
}

/**
 * Make an element of SVG; see h.
 * @returns {SVGElement}
 */
export function s(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  return fill(document.createElementNS(SVG, tag), classes, attributes, children);
}

function fill(element, classes, attributes, children) {
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(key, value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A name as others wrote it, whose direction does not turn what stands beside it. */
export function name(text) {
  return h("bdi", {}, text);
}

/** Put something in place of all that an element holds. */
export function put(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
}

/** Tell people who hear the page what has changed. */
export function announce(text) {
  document.getElementById("status").textContent = text;
}

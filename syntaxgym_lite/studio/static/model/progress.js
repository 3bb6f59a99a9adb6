/** What runs, how far it is and how long it still takes; what could not be scored, and why. */

import { h, name, put } from "../../report/dom.js";
import { counted } from "../../report/numbers.js";

/** Show it. */
export function progress(engine, store) {
  const line = h("p.state", { role: "status" });
  const bars = h("div.bars");
  const notes = h("div.score-notes");
  const live = h("input", { type: "checkbox", change: (event) => engine.setLive(event.target.checked) });
  const now = h("button", { type: "button", click: () => engine.start() }, "Score now");
  const stop = h("button", { type: "button", click: () => engine.stop() }, "Stop");
  const box = h("section.progress", { "aria-label": "How far it is" }, h("p.controls", {}, h("label", {}, live, " score what I change"), now, stop, line), bars, notes);
  const show = () => {
    box.hidden = !engine.models.length && !engine.trouble;
    live.checked = engine.live;
    stop.hidden = !engine.isRunning;
    stop.disabled = Boolean(engine.job?.stopping);
    now.textContent = failing(engine).length && engine.isCurrent ? "Try again" : "Score now";
    now.hidden = engine.isRunning || (engine.isCurrent && !failing(engine).length);
    const said = stateOf(engine);
    if (line.textContent !== said) line.textContent = said;
    put(bars, engine.isRunning ? (engine.job?.models ?? []).map(barOf) : []);
    put(notes, troubles(engine), leftOut(engine, store));
  };
  for (const event of ["state", "choice", "results"]) engine.addEventListener(event, show);
  store.addEventListener("scored", show);
  show();
  return { box, end: () => store.removeEventListener("scored", show) };
}

function failing(engine) {
  return (engine.job?.models ?? []).filter(({ state }) => state === "failed" || state === "absent");
}

function stateOf(engine) {
  if (engine.isRunning && engine.job?.stopping) return "Stopping after this batch ...";
  if (engine.isRunning) return engine.job?.state === "waiting" ? "Waits for its turn ..." : "Scoring ...";
  if (engine.job?.state === "stopped") return "Stopped. What was scored is kept.";
  if (engine.job?.unreadable) return "Nothing can be scored yet.";
  if (engine.isCurrent) return "Scored as it is now.";
  return engine.results ? "Below is what was scored before the last change." : "";
}

function barOf(model) {
  if (model.state === "opening") return h("p.bar-line", {}, name(model.name), model.fetched ? ": is being opened; to download it takes a while ..." : ": is being opened ...");
  if (model.state === "waiting") return h("p.bar-line", {}, name(model.name), ": comes next");
  if (model.state !== "scoring") return null;
  const speed = model.per_second ? `, ${Math.round(model.per_second)} a second` : "";
  const left = model.seconds_left !== null ? `, ${duration(model.seconds_left)} left` : "";
  return h(
    "p.bar-line",
    {},
    h("progress", { max: model.total ?? 1, value: model.done ?? 0, "aria-label": `Sentences scored with ${model.name}` }),
    " ",
    name(model.name),
    `: ${model.done} of ${counted(model.total, "sentence")}${speed}${left}`,
  );
}

function duration(seconds) {
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

function troubles(engine) {
  const said = engine.trouble ? [h("p.trouble", {}, engine.trouble)] : [];
  if (engine.isRunning) return said;
  for (const model of engine.job?.models ?? []) {
    if (model.state === "absent") said.push(asking(engine, model));
    else if (model.state === "failed" && model.message) said.push(h("p.trouble", {}, lines(model.message)));
    for (const [, why] of model.left_out) said.push(h("p.trouble", {}, "Left out on ", name(model.name), ": ", lines(why)));
  }
  return said;
}

function lines(text) {
  return text.split("\n").flatMap((line, place) => [place ? h("br") : null, line]);
}

function asking(engine, { name: own, spec, message }) {
  return h(
    "div.trouble",
    {},
    h("p", {}, message),
    h("p", {}, "It can be downloaded from the Hugging Face Hub (huggingface.co), once; nothing of the suite is sent there. Large models take a while, and room on the disk."),
    h("button", { type: "button", click: () => engine.fetch(spec) }, "Download ", name(own)),
  );
}

/** What of the suite cannot be scored yet: those of one reason together. */
function leftOut(engine, store) {
  const { job } = engine;
  if (!job?.job || engine.isRunning) return null;
  const byReason = new Map();
  for (const [kind, place, why] of job.left_out) {
    const own = { item: `item ${store.document.items[place]?.item_number ?? place + 1}`, prediction: `prediction ${place + 1}` }[kind] ?? kind;
    byReason.set(why, [...(byReason.get(why) ?? []), own]);
  }
  if (!byReason.size) return job.unreadable && job.why ? h("p.note", {}, job.why) : null;
  return h("div.note", {}, "Not scored yet:", h("ul", {}, [...byReason].map(([why, all]) => h("li", {}, `${listed(all)} ${why}`))));
}

function listed(all) {
  return all.length > 6 ? `${all.slice(0, 5).join(", ")} and ${all.length - 5} more:` : all.join(", ");
}

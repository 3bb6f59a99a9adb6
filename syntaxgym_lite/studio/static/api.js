/** Requests to the studio that served this page; everything it answers is JSON, or a file. */

/** What the studio refuses, in its words. */
export class Refusal extends Error {
  /**
   * @param {string} message - to be shown as it is
   * @param {number} status - 0: the studio does not answer at all
   * @param {Object} data - what came with it; of a conflict, what is there now
   */
  constructor(message, status, data = {}) {
    super(message);
    this.status = status;
    this.data = data;
  }
}

export const GONE_MESSAGE = "The studio does not answer. Start it again in the terminal, and open its new address in this tab: what you wrote is kept here.";

/** Which tab this is, by which it knows its own changes again. */
export const client = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Ask for something. */
export function get(path) {
  return request(path, { method: "GET" });
}

/** Have something done. */
export function post(path, body = {}, options = {}) {
  return request(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), ...options });
}

/** Send a file. */
export function send(path, file) {
  return request(path, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file });
}

async function request(path, options) {
  let response;
  try {
    response = await fetch(`api${path}`, { credentials: "omit", cache: "no-store", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal(GONE_MESSAGE, 0);
  }
  const isJson = (response.headers.get("content-type") ?? "").startsWith("application/json");
  const isFile = !isJson || response.headers.has("content-disposition"); // a suite is JSON, too
  if (response.ok && isFile) return response;
  const content = isJson ? await response.json() : {};
  if (response.ok) return content;
  // another studio on the same port does not know our address
  const { message, ...data } = content;
  throw new Refusal(message ?? GONE_MESSAGE, isJson ? response.status : 0, data);
}

/** Have the browser save what an endpoint gives. */
export async function download(path) {
  const response = await get(path);
  const named = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("content-disposition") ?? "");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = named ? decodeURIComponent(named[1]) : "download";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

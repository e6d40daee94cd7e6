// Requests to the console's API.

/** What the API answered instead of what was asked; `code` is its word, `status` that of HTTP. */
export class APIError extends Error {
  constructor(status, code, message, retryAfter) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** The error of a response that is none of success. */
export async function fault(response) {
  let error = {};
  try {
    error = (await response.json()).error ?? {};
  } catch {
    // A proxy answers without JSON.
  }
  const retryAfter = Number(response.headers.get("Retry-After")) || null;
  return new APIError(response.status, error.code ?? "unavailable",
    error.message ?? `${response.status} ${response.statusText}`, retryAfter);
}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, {
      ...options, credentials: "same-origin", cache: "no-store", redirect: "manual",
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new APIError(0, "noAnswer", error.message, null);
  }
  // A proxy in front sends those whose session is over to its own sign-in: let it have the document.
  if (response.type === "opaqueredirect") location.reload();
  if (response.ok) return response.status === 204 ? null : response.json();
  if (response.status === 401 && path !== "/api/login") {
    window.dispatchEvent(new Event("signed-out"));
  }
  throw await fault(response);
}

/** Reads. */
export function get(path, signal) {
  return ask(path, { signal });
}

/** Acts; the body is JSON, or a file of it. */
export function post(path, body) {
  return ask(path, {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: body instanceof Blob ? body : JSON.stringify(body),
  });
}

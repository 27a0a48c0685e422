// The requests to the server. Each has the token as a header, so that no other page can send one.

const SESSION_STORED = "studio-session";

/** An error answer of the server, or a failed connection (`code` is "unreachable"). */
export class RequestError extends Error {
  constructor(status, body, answer = {}) {
    super(body.message);
    this.status = status;
    this.code = body.code;
    this.remedy = body.remedy ?? "";
    this.offset = body.offset ?? null;
    this.answer = answer;
  }
}

export class API {
  session = null;
  /** Called for each request that fails because the token is not valid. */
  onTokenRefused = () => {};
  /** Called for each request that fails because the file has another schema than the page. */
  onSchemaChanged = () => {};

  /** Exchanges the ticket of the address for a token. */
  async start(ticket) {
    this.session = await this.post("session", { ticket });
    sessionStorage.setItem(SESSION_STORED, JSON.stringify(this.session));
    return this.session;
  }

  /** Continues the session of this tab, or the one that another tab has. */
  resume(session = null) {
    const stored = session ?? JSON.parse(sessionStorage.getItem(SESSION_STORED) ?? "null");
    if (stored?.token) {
      this.session = stored;
      sessionStorage.setItem(SESSION_STORED, JSON.stringify(stored));
    }
    return this.session;
  }

  forget() {
    this.session = null;
    sessionStorage.removeItem(SESSION_STORED);
  }

  get(path, options = {}) {
    return this.#answer(path, { method: "GET", ...options });
  }

  post(path, body, options = {}) {
    return this.#answer(path, { method: "POST", body, ...options });
  }

  cancel(query) {
    return this.#send(`query/${query}`, { method: "DELETE" }).catch(() => {});
  }

  /** Runs a query. Calls `line` for each line of the answer. */
  query(body, line, options = {}) {
    return this.lines("query", body, line, options);
  }

  /** Sends a request whose answer is a stream of lines, and calls `line` for each of them. */
  async lines(path, body, line, options = {}) {
    const response = await this.#send(path, { method: "POST", body, ...options });
    if (!response.ok) throw await this.#error(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    try {
      for (;;) {
        const { value, done } = await reader.read();
        rest += value ?? "";
        const lines = rest.split("\n");
        rest = lines.pop();
        for (const text of lines) if (text !== "") line(JSON.parse(text));
        if (done) break;
      }
    } catch (error) {
      // The server then ends the statement.
      reader.cancel().catch(() => {});
      throw error;
    }
    if (rest !== "") line(JSON.parse(rest));
  }

  async #answer(path, options) {
    const response = await this.#send(path, options);
    if (!response.ok) throw await this.#error(response);
    return response.status === 204 ? null : response.json();
  }

  async #send(path, { method, body, signal }) {
    const headers = {};
    if (this.session) headers["Studio-Token"] = this.session.token;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    try {
      return await fetch(`/api/v1/${path}`, {
        method, headers, signal, cache: "no-store", credentials: "omit", redirect: "error",
        body: body === undefined ? undefined : JSON.stringify({ version: 1, ...body }),
      });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new RequestError(0, {
        code: "unreachable", message: "The server does not answer.",
        remedy: "Look at the terminal in which Studio runs.",
      });
    }
  }

  async #error(response) {
    let answer = {};
    try {
      answer = await response.json();
    } catch {
      // The answer has no JSON. The status says enough.
    }
    const body = answer.error ?? { code: "unknown", message: `HTTP status ${response.status}` };
    if (body.code === "invalidToken") this.onTokenRefused();
    if (body.code === "schemaChanged") this.onSchemaChanged();
    return new RequestError(response.status, body, answer);
  }
}

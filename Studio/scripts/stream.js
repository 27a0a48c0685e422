// The stream of events. It runs in the shared worker, or in the tab where the browser has no shared
// worker. It opens the stream again with growing pauses after it broke.

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;
// The server sends a comment at least every 5 s.
const SILENCE = 15_000;

export class EventStream {
  #token;
  #receive;
  #views = [];
  #stream = null;
  #isSending = false;
  #isStale = false;
  #pause = FIRST_PAUSE;
  #isStopped = false;
  #abort = null;
  #wake = null;

  /** `receive(type, data)` gets the events, and "open", "lost" and "refused". */
  constructor(token, receive) {
    this.#token = token;
    this.#receive = receive;
    this.#run();
  }

  get token() {
    return this.#token;
  }

  stop() {
    this.#isStopped = true;
    this.#abort?.abort();
    this.#wake?.();
  }

  /** Tries to connect without the rest of the pause. */
  retry() {
    this.#wake?.();
  }

  /** The windows that the stream shows from now on. */
  show(views) {
    this.#views = views;
    this.#isStale = true;
    this.#sendViews();
  }

  async #sendViews() {
    if (this.#isSending || !this.#stream) return;
    this.#isSending = true;
    while (this.#isStale && this.#stream) {
      this.#isStale = false;
      const stream = this.#stream;
      try {
        const response = await fetch("/api/v1/views", {
          method: "POST", headers: { ...this.#headers(), "Content-Type": "application/json" },
          body: JSON.stringify({ version: 1, stream, views: this.#views }),
        });
        if (!response.ok && stream === this.#stream) {
          this.#receive("viewsRefused", { status: response.status });
        }
      } catch {
        // The stream is broken, too. The next stream gets the windows.
        this.#isStale = true;
        break;
      }
    }
    this.#isSending = false;
  }

  #headers() {
    return { "Studio-Token": this.#token };
  }

  async #run() {
    while (!this.#isStopped) {
      const status = await this.#read();
      this.#stream = null;
      if (this.#isStopped) return;
      if (status === 401) {
        this.#receive("refused", {});
        return;
      }
      this.#receive("lost", { since: Date.now(), pause: this.#pause, status });
      await new Promise((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, this.#pause);
      });
      this.#wake = null;
      this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
    }
  }

  /** Reads one stream to its end. Returns the HTTP status, or 0 without an answer. */
  async #read() {
    this.#abort = new AbortController();
    let timer = 0;
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.#abort.abort(), SILENCE);
    };
    try {
      const response = await fetch("/api/v1/stream", {
        headers: this.#headers(), cache: "no-store", signal: this.#abort.signal,
      });
      if (!response.ok) return response.status;
      heard();
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return 200;
        heard();
        const blocks = (rest + value).replaceAll("\r\n", "\n").split("\n\n");
        rest = blocks.pop();
        for (const block of blocks) this.#handle(block);
      }
    } catch {
      return 0;
    } finally {
      clearTimeout(timer);
    }
  }

  #handle(block) {
    let type = "message";
    const data = [];
    for (const line of block.split("\n")) {
      if (line.startsWith("event:")) type = line.slice(6).trim();
      else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
    }
    if (data.length === 0) return;
    const event = JSON.parse(data.join("\n"));
    if (type === "hello") {
      this.#stream = event.stream;
      this.#pause = FIRST_PAUSE;
      this.#isStale = true;
      this.#receive("open", event);
      this.#sendViews();
    } else {
      this.#receive(type, event);
    }
  }
}

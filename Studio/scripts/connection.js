// Shows the state of the connection and of the file.

import { button, h, icon, put } from "./dom.js";
import { clock } from "./text.js";

const FILE_WORDS = {
  missing: ["The file is missing.",
    "Studio opens it again as soon as it is back. Staged edits stay."],
  replaced: ["The file was replaced by another one.",
    "The rows are those of the new file. Staged edits stay, and are not applied."],
  locked: ["Another program locks the file.", "The page shows the last rows that it could read."],
  damaged: ["A page of the file is damaged.",
    "Run `stategraph check` on the file. Tables without damage still work."],
  unreadable: ["The file cannot be read.",
    "Check the permissions of the file and of its folder, and the disk. Studio tries again."],
};

export class Connection {
  #live;

  constructor(app) {
    this.#live = app.live;
    this.banner = h("div", { role: "status" });
    this.sign = h("span", { class: "connection" });
    this.#live.addEventListener("state", () => this.#show());
    this.#show();
  }

  #show() {
    const { connection, file, lostAt } = this.#live;
    this.sign.dataset.state = connection;
    this.sign.textContent = { connecting: "Connecting …", live: "Live", lost: "Disconnected",
      refused: "Session ended" }[connection];
    put(this.banner, this.#words(connection, file, lostAt));
  }

  #words(connection, file, lostAt) {
    if (connection === "lost") {
      return h("div", { class: "notice warning" }, icon("unplug"),
        h("div", { class: "words" }, h("strong", null, `Disconnected at ${clock(lostAt)}. `),
          "The rows are those of that time. The page tries to connect again."),
        button("Try now", { click: () => this.#live.retry() }));
    }
    if (connection === "refused") {
      return h("div", { class: "notice error" }, icon("unplug"), h("div", { class: "words" },
        h("strong", null, "The server was started again. "),
        "Open the address that it prints."));
    }
    if (FILE_WORDS[file]) {
      return h("div", { class: "notice warning" }, icon("warning"), h("div", { class: "words" },
        h("strong", null, FILE_WORDS[file][0], " "), FILE_WORDS[file][1]));
    }
    return null;
  }
}

// Starts the page: the session, the frame, and the view that the address names.

import { API } from "./api.js";
import { Live } from "./live.js";
import { Schema } from "./schema.js";
import { EditStage } from "./edit-stage.js";
import { button, h, icon, put } from "./dom.js";
import { name } from "./text.js";
import { announcer } from "./announce.js";
import { Connection } from "./connection.js";
import { Side } from "./side.js";
import { acceptFiles } from "./import-dialog.js";
import { bindKeys, showHelp, showTables } from "./keys.js";
import { isAble } from "./ability.js";
import { errorState, loadingState } from "./states.js";
import { route } from "./route.js";
import "./browse.js";
import "./sql.js";
import "./diagram.js";
import "./timeline.js";
import "./edits.js";
import "./graph.js";
import "./waterfall.js";

const VIEWS = {
  browse: "studio-browse", sql: "studio-sql", schema: "studio-schema",
  timeline: "studio-timeline", edits: "studio-edits", graph: "studio-graph",
  waterfall: "studio-waterfall",
};
const TITLES = {
  browse: "Browse", sql: "SQL", schema: "Schema", timeline: "Timeline", edits: "Edits",
  graph: "Graph", waterfall: "Waterfall",
};

const RETRY_MS = 1000;

class StudioApp extends HTMLElement {
  api = new API();
  live = new Live();
  schema = null;
  stage = null;
  #view = null;
  #isSchemaOld = false;
  #isReadingSchema = false;
  /** The view for SQL keeps its result while another view is shown. */
  #sql = null;

  connectedCallback() {
    this.main = h("main", { id: "main", tabindex: "-1" });
    this.append(this.main);
    this.#start();
  }

  async #start() {
    put(this.main, loadingState("Opening the file …"));
    try {
      if (!await this.#findSession()) return this.#refuse();
      this.live.start(this.api.session);
      this.schema = new Schema(await this.api.get("schema"));
    } catch (error) {
      if (error.status === 401) return this.#refuse();
      put(this.main, errorState(error, () => this.#start()));
      return;
    }
    this.stage = new EditStage(this.api, () => this.schema);
    this.api.onTokenRefused = () => this.#refuse();
    this.api.onSchemaChanged = () => this.#readSchema();
    this.#showFrame();
  }

  /** The ticket of the address, the session of this tab, or the session of another tab. */
  async #findSession() {
    const ticket = location.hash.match(/^#(?:ticket=)?([A-Za-z0-9_.~-]{16,})$/)?.[1];
    if (ticket) {
      history.replaceState(null, "", "/");
      await this.api.start(ticket);
      return true;
    }
    return this.api.resume() !== null || this.api.resume(await this.live.otherSession()) !== null;
  }

  #refuse() {
    this.api.forget();
    this.side?.remove();
    put(this.main, h("div", { class: "state error", role: "alert" }, icon("key"),
      h("h1", null, "This address is not valid any more"),
      h("p", null, "Each address that the terminal prints works once, within 60 seconds. Press "
        + "Enter in the terminal in which Studio runs. It prints a new address. If you did not "
        + "open this address before, another program may have read it.")));
    this.classList.add("alone");
  }

  #showFrame() {
    this.side = new Side(this);
    this.connection = new Connection(this);
    this.announce = announcer(this);
    this.content = h("div", { class: "view" });
    put(this.main, this.connection.banner, this.content);
    this.prepend(this.side.element, this.side.veil);
    this.append(this.announce.element);
    document.title = `${this.api.session.file} – Studio`;
    this.live.addEventListener("schema", ({ detail: id }) => {
      if (id && id !== this.schema.id) this.#readSchema();
    });
    addEventListener("hashchange", () => this.#route());
    bindKeys(this);
    acceptFiles(this);
    this.#route();
  }

  #route() {
    const place = route.read();
    const isKnown = Object.hasOwn(VIEWS, place.view) && isAble(place.view, this.api.session);
    const kind = isKnown ? place.view : "browse";
    if (this.#view?.localName !== VIEWS[kind]) {
      const view = (kind === "sql" && this.#sql) || document.createElement(VIEWS[kind]);
      if (kind === "sql") this.#sql = view;
      view.app = this;
      put(this.content, view);
      this.#view = view;
      document.title = `${TITLES[kind]} – ${this.api.session.file} – Studio`;
    }
    this.side.select(kind, place.table);
    this.#view.show?.(place);
    this.side.close();
  }

  /**
   * Reads the schema, and shows the view by it. There is one request at a time, so that no older
   * answer replaces a newer one. If the schema changes meanwhile, it is read once more.
   */
  async #readSchema() {
    this.#isSchemaOld = true;
    if (this.#isReadingSchema) return;
    this.#isReadingSchema = true;
    do {
      this.#isSchemaOld = false;
      const answer = await this.api.get("schema").catch(() => null);
      if (answer) {
        this.#use(new Schema(answer));
      } else {
        // Another program can have locked the file.
        this.#isSchemaOld = true;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
      // A stream that opens again names the schema.
    } while (this.#isSchemaOld && this.live.connection === "live");
    this.#isReadingSchema = false;
  }

  #use(schema) {
    this.schema = schema;
    this.side.listTables();
    this.announce.now("The schema of the file changed.");
    this.#view?.schemaChanged?.();
  }

  /** The title of a view, with the button that opens the side bar of a narrow page. */
  heading(title, isName = false) {
    return [
      button("Menu", { name: "menu", kind: "quiet menu-button", words: false,
        "aria-haspopup": "dialog", click: () => this.side.open() }),
      h("h1", null, isName ? name(title) : title),
    ];
  }

  showHelp() {
    showHelp(this);
  }

  showTables() {
    showTables(this);
  }
}

customElements.define("studio-app", StudioApp);

// The shared worker owns the only stream of all tabs, because a browser limits the number of its
// connections. It also keeps the token, so that another tab can continue the session.

import { EventStream } from "./stream.js";

const ports = new Map();
let lastPort = 0;
let session = null;
let stream = null;
let lastOpen = null;
let timer = 0;

self.addEventListener("connect", (event) => {
  const port = event.ports[0];
  lastPort += 1;
  const number = lastPort;
  ports.set(number, { port, views: [] });
  port.addEventListener("message", ({ data }) => handle(number, data));
  port.start();
});

function handle(number, message) {
  const own = ports.get(number);
  if (!own) return;
  if (message.type === "session") {
    if (message.session) begin(message.session);
    own.port.postMessage({ type: "session", data: session });
    if (lastOpen) own.port.postMessage({ type: "open", data: lastOpen });
  } else if (message.type === "views") {
    own.views = message.views;
    showSoon();
  } else if (message.type === "retry") {
    stream?.retry();
  } else if (message.type === "close") {
    ports.delete(number);
    showSoon();
  }
}

function begin(newSession) {
  if (stream && session?.token === newSession.token) return;
  stream?.stop();
  session = newSession;
  lastOpen = null;
  stream = new EventStream(session.token, receive);
  show();
}

function showSoon() {
  clearTimeout(timer);
  timer = setTimeout(show, 8);
}

function show() {
  const views = [];
  for (const [number, { views: own }] of ports) {
    for (const view of own) views.push({ ...view, id: `p${number}-${view.id}` });
  }
  stream?.show(views.slice(0, 64));
}

function receive(type, data) {
  if (type === "open") lastOpen = data;
  if (type === "lost" || type === "refused") lastOpen = null;
  if (type === "refused") {
    session = null;
    stream = null;
  }
  const view = data.view?.match(/^p([0-9]+)-(.*)$/);
  if (view) {
    ports.get(Number(view[1]))?.port.postMessage({ type, data: { ...data, view: view[2] } });
    return;
  }
  for (const { port } of ports.values()) port.postMessage({ type, data });
}

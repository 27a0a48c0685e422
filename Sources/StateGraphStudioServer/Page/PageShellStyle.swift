// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/styles/shell.css instead.

let pageShellStyle = StudioAsset(
  path: "/styles/shell.css",
  content: #"""
/* The frame of the page: the side bar, the header, the main area and the footer. */

studio-app {
  display: grid;
  grid-template: "side main" minmax(0, 1fr) / 248px minmax(0, 1fr);
  height: 100dvh;
  overflow: hidden;
}

studio-app.alone,
studio-app:not(:has(> .side)) {
  grid-template: "main" minmax(0, 1fr) / minmax(0, 1fr);
}

.side {
  grid-area: side;
  display: flex;
  flex-direction: column;
  min-height: 0;
  border-right: 1px solid var(--line);
  background: var(--panel);
}

.brand {
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 48px;
  padding: 0 8px 0 16px;
  border-bottom: 1px solid var(--line);
}

.brand svg {
  width: 20px;
  height: 20px;
  flex: none;
}

.brand .file {
  flex: 1;
  min-width: 0;
  overflow: hidden;
  font-weight: 600;
  text-overflow: ellipsis;
  white-space: nowrap;
}

.tabs {
  display: flex;
  flex-direction: column;
  gap: 2px;
  padding: 8px;
  border-bottom: 1px solid var(--line);
}

.tabs a,
.table-list a {
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 32px;
  padding: 0 8px;
  border-radius: var(--radius);
  color: var(--text-soft);
  font-weight: 500;
  text-decoration: none;
}

.tabs a:hover,
.table-list a:hover {
  background: var(--hover);
  color: var(--text);
}

.tabs a[aria-current],
.table-list a[aria-current] {
  background: var(--selected);
  color: var(--text);
}

.tabs a[aria-current] .icon {
  color: var(--accent);
}

.tabs .number {
  margin-left: auto;
  min-width: 20px;
  padding: 0 6px;
  border-radius: 10px;
  background: var(--changed-fill);
  color: var(--changed);
  font-size: 12px;
  text-align: center;
}

.side-search {
  display: flex;
  padding: 12px 8px 8px;
}

.side-search .field {
  flex: 1;
}

.table-list {
  flex: 1;
  min-height: 0;
  padding: 0 8px 8px;
  overflow: auto;
}

.table-list h2 {
  padding: 8px 8px 4px;
  color: var(--text-soft);
  font-size: 12px;
  font-weight: 600;
}

.table-list a {
  min-height: 28px;
  color: var(--text);
  font-weight: 400;
}

.table-list a .icon {
  color: var(--text-soft);
}

.table-list a bdi {
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}

.side-end {
  display: flex;
  align-items: center;
  gap: 4px;
  min-height: 40px;
  padding: 0 8px 0 16px;
  border-top: 1px solid var(--line);
}

.connection {
  display: flex;
  align-items: center;
  gap: 8px;
  flex: 1;
  min-width: 0;
  color: var(--text-soft);
  font-size: 12px;
  white-space: nowrap;
}

.connection::before {
  content: "";
  flex: none;
  width: 8px;
  height: 8px;
  border: 2px solid var(--field-line);
  border-radius: 50%;
}

.connection[data-state="live"]::before {
  border-color: var(--added);
  background: var(--added);
}

.connection[data-state="lost"]::before,
.connection[data-state="refused"]::before {
  border-color: var(--removed);
}

main {
  grid-area: main;
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
}

.view {
  flex: 1;
  display: flex;
  flex-direction: column;
  min-height: 0;
  min-width: 0;
}

.bar {
  position: relative;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
  min-height: 48px;
  padding: 7px 16px;
  border-bottom: 1px solid var(--line);
}

.bar h1 {
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  margin-right: auto;
  overflow: hidden;
}

.bar h1 bdi {
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}

.foot {
  display: flex;
  align-items: center;
  gap: 16px;
  min-height: 32px;
  padding: 0 16px;
  border-top: 1px solid var(--line);
  background: var(--panel);
  color: var(--text-soft);
  font-size: 12px;
  white-space: nowrap;
  overflow: hidden;
}

.foot .rest {
  display: flex;
  gap: 8px;
  margin-left: auto;
}

.menu-button {
  display: none;
}

/* Dialogs */

dialog {
  width: min(560px, calc(100vw - 16px));
  max-height: min(640px, calc(100dvh - 32px));
  padding: 0;
  border: 1px solid var(--line-strong);
  border-radius: 8px;
  background: var(--raised);
  color: var(--text);
  box-shadow: var(--shadow);
}

dialog.wide {
  width: min(960px, calc(100vw - 16px));
  max-height: calc(100dvh - 32px);
}

dialog::backdrop {
  background: light-dark(#191d2466, #00000099);
}

.dialog-head {
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 12px 12px 12px 20px;
  border-bottom: 1px solid var(--line);
}

.dialog-head h2 {
  flex: 1;
  min-width: 0;
  font-size: 15px;
  overflow-wrap: anywhere;
}

.dialog-body {
  padding: 16px 20px;
}

.dialog-end {
  display: flex;
  justify-content: flex-end;
  gap: 8px;
  padding: 12px 20px;
  border-top: 1px solid var(--line);
}

.keys {
  display: grid;
  grid-template-columns: max-content 1fr;
  gap: 8px 16px;
  align-items: center;
}

.keys dt {
  display: flex;
  gap: 4px;
}

.choices {
  padding: 8px;
}

.choices button {
  display: flex;
  align-items: center;
  gap: 8px;
  width: 100%;
  min-height: 36px;
  padding: 4px 12px;
  border: 0;
  border-radius: var(--radius);
  background: transparent;
  text-align: left;
  cursor: pointer;
}

.choices button:hover,
.choices button:focus-visible,
.choices button[aria-selected="true"] {
  background: var(--hover);
}

.choices .rest {
  margin-left: auto;
  color: var(--text-soft);
}

.find-field {
  display: flex;
  padding: 12px;
  border-bottom: 1px solid var(--line);
}

.find-field .field {
  flex: 1;
}

@media (max-width: 760px) {
  studio-app {
    grid-template: "main" minmax(0, 1fr) / minmax(0, 1fr);
  }

  .side {
    position: fixed;
    z-index: 20;
    inset: 0 auto 0 0;
    width: min(280px, 88vw);
    box-shadow: var(--shadow);
    visibility: hidden;
    transform: translateX(-105%);
    transition: transform 0.16s ease-out, visibility 0.16s;
  }

  .side.open {
    visibility: visible;
    transform: none;
    transition: transform 0.16s ease-out;
  }

  .veil {
    position: fixed;
    z-index: 19;
    inset: 0;
    border: 0;
    background: light-dark(#191d2466, #00000099);
  }

  .menu-button {
    display: inline-flex;
  }

  .bar {
    gap: 4px;
    padding: 7px 8px;
  }

  .foot {
    gap: 12px;
    padding: 0 12px;
  }

  .bar .button:not(.primary) > .icon + .label {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  .bar .button:not(.primary):has(> .icon) {
    width: 32px;
    padding: 0;
  }

  .bar .check {
    margin-left: 8px;
  }
}

@media (min-width: 761px) {
  .veil {
    display: none;
  }
}

"""#
)

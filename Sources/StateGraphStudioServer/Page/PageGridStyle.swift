// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/styles/grid.css instead.

let pageGridStyle = StudioAsset(
  path: "/styles/grid.css",
  content: #"""
/* The grid: a fixed header, a fixed key column, and rows of 32 px. */

studio-grid {
  display: block;
  position: relative;
  min-width: 0;
  min-height: 0;
  height: 100%;
  overflow: hidden;
  contain: strict;
}

.grid {
  height: 100%;
  overflow: auto;
  overscroll-behavior: contain;
  background: var(--page);
}

.grid:focus-visible {
  outline-offset: -2px;
}

.grid-content {
  position: relative;
  min-width: 100%;
}

.grid-head {
  position: sticky;
  z-index: 3;
  top: 0;
  height: 44px;
  background: var(--panel);
  box-shadow: inset 0 -1px var(--line-strong);
}

.grid-layer {
  position: sticky;
  z-index: 1;
  top: 44px;
  overflow: clip;
}

.grid-rows {
  position: absolute;
  inset: 0 0 auto 0;
}

.grid-row {
  position: absolute;
  inset: 0 auto auto 0;
  height: 32px;
  box-shadow: inset 0 -1px var(--line);
}

.grid-head .grid-row {
  height: 44px;
  box-shadow: none;
}

.grid-cell {
  position: absolute;
  top: 0;
  height: 31px;
  padding: 0 12px;
  overflow: hidden;
  line-height: 31px;
  white-space: pre;
  text-overflow: ellipsis;
}

.grid-cell.fixed {
  position: sticky;
  z-index: 2;
  float: left;
  background: var(--page);
}

.grid-cell.sign-column {
  left: 0;
  width: 24px;
  padding: 0;
  text-align: center;
  font: 600 13px/31px var(--mono);
}

.grid-cell.key-column {
  left: 24px;
  padding-left: 4px;
  font-weight: 500;
  box-shadow: inset -1px 0 var(--line);
}

.grid-head .grid-cell.key-column {
  box-shadow: inset -1px 0 var(--line), inset 0 -1px var(--line-strong);
}

.grid-cell.number {
  text-align: right;
}

.grid-row:hover .grid-cell {
  background: var(--panel);
}

.grid-row.current .grid-cell {
  background: var(--selected);
}

.grid-cell.cursor {
  box-shadow: inset 0 0 0 2px var(--accent);
}

.grid:not(:focus) .grid-cell.cursor {
  box-shadow: inset 0 0 0 1px var(--field-line);
}

.grid:focus-visible:has(.cursor) {
  outline: none;
}

/* The header */

.grid-head .grid-cell {
  height: 44px;
  padding-block: 2px;
  background: var(--panel);
  line-height: 20px;
  cursor: pointer;
  user-select: none;
  box-shadow: inset 0 -1px var(--line-strong);
}

.grid-head .grid-cell.untyped {
  padding-block: 11px;
}

.grid-head .grid-cell.sign-column {
  cursor: default;
}

.grid-head .grid-cell:hover {
  background: var(--hover);
}

.grid-title {
  display: flex;
  align-items: center;
  gap: 4px;
  font-weight: 600;
}

.grid-title bdi {
  overflow: hidden;
  text-overflow: ellipsis;
}

.grid-title .icon {
  width: 12px;
  height: 12px;
  stroke-width: 1.8;
  color: var(--text-soft);
}

.grid-title .icon.order {
  color: var(--accent);
}

.grid-type {
  overflow: hidden;
  color: var(--text-soft);
  font-size: 11.5px;
  line-height: 18px;
  text-overflow: ellipsis;
}

.grid-head .number .grid-title {
  justify-content: flex-end;
}

.grid-grip {
  position: absolute;
  inset: 8px 0 8px auto;
  width: 8px;
  cursor: col-resize;
}

.grid-grip::after {
  content: "";
  position: absolute;
  inset: 0 0 0 auto;
  width: 1px;
  background: var(--line);
}

.grid-grip:hover::after {
  width: 3px;
  background: var(--accent);
}

/* Values */

.value-null {
  color: var(--text-soft);
  font-size: 11.5px;
  letter-spacing: 0.04em;
}

.value-blob {
  color: var(--text-soft);
  font-family: var(--mono);
  font-size: 12px;
}

.value-more {
  color: var(--text-soft);
}

.value-reference {
  color: var(--accent);
  text-decoration: underline;
  text-decoration-color: transparent;
  text-underline-offset: 3px;
  cursor: pointer;
}

.value-reference:hover,
.cursor .value-reference {
  text-decoration-color: currentColor;
}

.grid-pending {
  position: absolute;
  inset: 10px 12px;
  max-width: 120px;
  border-radius: 4px;
  background: var(--hover);
}

/* Changes. The sign in the first column names the kind of change in addition to the colour. */

.grid-row.row-added .grid-cell,
.grid-cell.cell-changed {
  animation: 4s ease-out forwards;
}

.grid-row.row-added .grid-cell {
  animation-name: show-added;
}

.grid-row .grid-cell.cell-changed {
  animation-name: show-changed;
}

.grid-row.row-removed .grid-cell {
  background: var(--removed-fill);
  color: var(--removed);
  text-decoration: line-through;
}

.row-added .sign-column {
  color: var(--added);
}

.row-changed .sign-column {
  color: var(--changed);
}

.grid-row.row-removed .sign-column {
  color: var(--removed);
  text-decoration: none;
}

@keyframes show-added {
  0%,
  70% {
    background: var(--added-fill);
  }
}

@keyframes show-changed {
  0%,
  70% {
    background: var(--changed-fill);
    color: var(--changed);
  }
}

@media (prefers-reduced-motion: reduce) {
  .grid-row.row-added .grid-cell {
    animation: none;
    background: var(--added-fill);
  }

  .grid-row .grid-cell.cell-changed {
    animation: none;
    background: var(--changed-fill);
    color: var(--changed);
  }
}

/* Staged edits */

.grid-row .grid-cell.staged {
  background: var(--changed-fill);
  color: var(--changed);
}

.grid-row.row-staged-deletion .grid-cell {
  background: var(--removed-fill);
  color: var(--removed);
  text-decoration: line-through;
}

.grid-row.row-staged-insertion .grid-cell {
  background: var(--added-fill);
  color: var(--added);
}

.grid-editor {
  position: absolute;
  z-index: 5;
  min-height: 32px;
  padding: 5px 8px;
  border: 0;
  border-radius: 2px;
  outline: 2px solid var(--accent);
  background: var(--raised);
  box-shadow: var(--shadow);
  line-height: 20px;
  resize: none;
}

.grid-empty {
  position: absolute;
  inset: 44px 0 0;
  pointer-events: none;
}

.grid-empty > .state {
  pointer-events: auto;
}

@media (pointer: coarse) {
  .grid-cell {
    padding: 0 8px;
  }
}

"""#
)

// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/styles/design.css instead.

let pageDesignStyle = StudioAsset(
  path: "/styles/design.css",
  content: #"""
/* The design system: colours, sizes, and the controls that all views share. Every distance is a
   multiple of 4 px. `light-dark()` chooses the colour of the theme, so each colour stands once. */

:root {
  color-scheme: light dark;

  --page: light-dark(#ffffff, #0f1217);
  --panel: light-dark(#f7f8fa, #14181f);
  --raised: light-dark(#ffffff, #1b2029);
  --hover: light-dark(#eff1f5, #1e242e);
  --selected: light-dark(#e4ebfc, #1d2d52);
  --line: light-dark(#e2e5ea, #262c37);
  --line-strong: light-dark(#c4cad3, #3b4352);
  --field-line: light-dark(#868f9c, #727d8f);

  --text: light-dark(#191d24, #e7eaf0);
  --text-soft: light-dark(#555e6b, #a0aab9);
  --accent: light-dark(#2a56c6, #8fb2ff);
  --accent-fill: light-dark(#2a56c6, #3a68da);
  --on-accent: #ffffff;

  --added: light-dark(#14693a, #6fd39b);
  --added-fill: light-dark(#dcf5e5, #12341f);
  --changed: light-dark(#7d4a00, #f0b95a);
  --changed-fill: light-dark(#fdeecd, #3b2b0c);
  --removed: light-dark(#a8222c, #ff9b9b);
  --removed-fill: light-dark(#fde4e4, #43191d);

  --chart-1: light-dark(#2a56c6, #8fb2ff);
  --string: light-dark(#0b6b45, #7fd3a6);
  --number: light-dark(#8a3f00, #f0b07a);
  --keyword: light-dark(#6a31b4, #c8a6ff);

  --shadow: 0 1px 2px light-dark(#1b1f2414, #00000066),
    0 8px 24px light-dark(#1b1f241f, #00000080);
  --radius: 6px;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}

[data-theme="light"] {
  color-scheme: light;
}

[data-theme="dark"] {
  color-scheme: dark;
}

*,
*::before,
*::after {
  box-sizing: border-box;
}

* {
  scrollbar-width: thin;
  scrollbar-color: var(--line-strong) transparent;
}

html,
body {
  height: 100%;
  margin: 0;
}

body {
  background: var(--page);
  color: var(--text);
  font: 13px/20px var(--sans);
  font-variant-numeric: tabular-nums;
  -webkit-text-size-adjust: 100%;
}

h1,
h2,
h3,
p,
ul,
ol,
dl,
dd,
figure,
pre {
  margin: 0;
  padding: 0;
}

ul,
ol {
  list-style: none;
}

h1 {
  font-size: 15px;
  font-weight: 600;
  line-height: 24px;
}

h2,
h3 {
  font-size: 13px;
  font-weight: 600;
  line-height: 20px;
}

code,
pre,
.mono {
  font: 12.5px/20px var(--mono);
}

bdi {
  unicode-bidi: isolate;
}

[hidden] {
  display: none !important;
}

:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: -1px;
}

.soft {
  color: var(--text-soft);
}

.only-spoken {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

.icon {
  width: 16px;
  height: 16px;
  flex: none;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.5;
  stroke-linecap: round;
  stroke-linejoin: round;
}

/* Controls */

button,
input,
select,
textarea {
  font: inherit;
  color: inherit;
  letter-spacing: inherit;
}

.button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-height: 32px;
  padding: 0 12px;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius);
  background: var(--raised);
  font-weight: 500;
  white-space: nowrap;
  text-decoration: none;
  color: var(--text);
  cursor: pointer;
}

.button:hover {
  background: var(--hover);
}

.button.primary {
  border-color: transparent;
  background: var(--accent-fill);
  color: var(--on-accent);
}

.button.primary:hover {
  background: color-mix(in srgb, var(--accent-fill) 88%, black);
}

.button.quiet {
  border-color: transparent;
  background: transparent;
}

.button.quiet:hover,
.button[aria-pressed="true"],
.button[aria-expanded="true"] {
  background: var(--hover);
}

.button.square {
  width: 32px;
  padding: 0;
}

.button.danger {
  color: var(--removed);
}

.button:disabled,
.button[aria-disabled="true"] {
  color: var(--text-soft);
  background: var(--panel);
  border-color: var(--line);
  cursor: default;
}

.field {
  min-height: 32px;
  min-width: 0;
  padding: 4px 8px;
  border: 1px solid var(--field-line);
  border-radius: var(--radius);
  background: var(--raised);
}

select.field {
  padding-right: 4px;
}

.field::placeholder {
  color: var(--text-soft);
  opacity: 1;
}

.field:focus {
  outline: 2px solid var(--accent);
  outline-offset: -1px;
}

.field[aria-invalid="true"] {
  border-color: var(--removed);
}

.check {
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-height: 32px;
}

.check input {
  width: 16px;
  height: 16px;
  margin: 0;
  accent-color: var(--accent-fill);
}

.segments {
  display: inline-flex;
  padding: 2px;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--panel);
}

.segments button {
  display: inline-flex;
  align-items: center;
  gap: 4px;
  min-height: 26px;
  padding: 0 12px;
  border: 0;
  border-radius: 4px;
  background: transparent;
  color: var(--text-soft);
  font-weight: 500;
  cursor: pointer;
}

.segments button[aria-selected="true"],
.segments button[aria-pressed="true"] {
  background: var(--raised);
  color: var(--text);
  box-shadow: 0 0 0 1px var(--line-strong);
}

kbd {
  display: inline-block;
  min-width: 24px;
  padding: 0 6px;
  border: 1px solid var(--line-strong);
  border-bottom-width: 2px;
  border-radius: 4px;
  background: var(--panel);
  font: 12px/20px var(--sans);
  text-align: center;
}

.tag {
  display: inline-flex;
  align-items: center;
  gap: 4px;
  padding: 0 8px;
  border-radius: 10px;
  background: var(--hover);
  color: var(--text-soft);
  font-size: 12px;
  font-weight: 500;
  line-height: 20px;
  white-space: nowrap;
}

.tag.added {
  background: var(--added-fill);
  color: var(--added);
}

.tag.changed {
  background: var(--changed-fill);
  color: var(--changed);
}

.tag.removed {
  background: var(--removed-fill);
  color: var(--removed);
}

/* A control character or a bidi character of a value, shown as a sign. */
.sign {
  padding: 0 2px;
  border-radius: 3px;
  background: var(--changed-fill);
  color: var(--changed);
  font: 11px/16px var(--mono);
  unicode-bidi: isolate;
}

/* States of a whole view */

.state {
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 8px;
  height: 100%;
  min-height: 200px;
  padding: 32px 24px;
  text-align: center;
}

.state .icon {
  width: 32px;
  height: 32px;
  margin-bottom: 8px;
  stroke-width: 1.1;
  color: var(--text-soft);
}

.state.error .icon {
  color: var(--removed);
}

.state p {
  max-width: 56ch;
  color: var(--text-soft);
  overflow-wrap: anywhere;
}

.state .button {
  margin-top: 8px;
}

.notice {
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 8px 16px;
  border-bottom: 1px solid var(--line);
  overflow-wrap: anywhere;
}

.notice > .words {
  flex: 1;
  min-width: 0;
}

.notice.warning {
  background: var(--changed-fill);
  color: var(--changed);
}

.notice.error {
  background: var(--removed-fill);
  color: var(--removed);
}

.notice.good {
  background: var(--added-fill);
  color: var(--added);
}

.busy {
  width: 16px;
  height: 16px;
  border: 2px solid var(--line-strong);
  border-top-color: var(--accent);
  border-radius: 50%;
  animation: turn 0.8s linear infinite;
}

@keyframes turn {
  to {
    transform: rotate(1turn);
  }
}

@media (prefers-reduced-motion: reduce) {
  *,
  *::before,
  *::after {
    animation-duration: 0.01ms !important;
    animation-iteration-count: 1 !important;
    transition: none !important;
    scroll-behavior: auto !important;
  }

  .busy {
    border-style: dotted;
  }
}

@media (forced-colors: active) {
  .tag,
  .sign {
    border: 1px solid;
  }
}

.mark-fill {
  fill: var(--accent-fill);
}

.mark-line {
  fill: none;
  stroke: #ffffff;
  stroke-width: 1.6;
  stroke-linecap: round;
}

.mark-dot {
  fill: #8ff0b8;
}

"""#
)

// JSON as people read it. The numbers and texts stay as they are written, which JSON.parse would
// not ensure.

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gu;

/** The text with a line for each member and element, or null if it is no JSON object or array. */
export function indentedJSON(text) {
  if (!/^\s*[{[]/.test(text)) return null;
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const parts = [];
  let depth = 0;
  const line = () => `\n${"  ".repeat(depth)}`;
  const tokens = text.match(TOKEN);
  tokens.forEach((token, index) => {
    const isEmpty = /^[{[]$/.test(tokens[index - 1] ?? "") && /^[}\]]$/.test(token);
    if (token === "}" || token === "]") {
      depth -= 1;
      parts.push(isEmpty ? token : line() + token);
      return;
    }
    if (/^[{[]$/.test(tokens[index - 1] ?? "")) parts.push(line());
    parts.push(token);
    if (token === "{" || token === "[") depth += 1;
    else if (token === ",") parts.push(line());
    else if (token === ":") parts.push(" ");
  });
  return parts.join("");
}

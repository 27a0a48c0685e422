/** The tables within a number of references from a table, in both directions. */
export function neighbours(schema, start, hops) {
  const found = new Set([start]);
  let edge = [start];
  for (let step = 0; step < hops; step += 1) {
    const next = [];
    for (const table of edge.map((one) => schema.table(one)).filter(Boolean)) {
      for (const { table: other } of [...table.references, ...table.referencedBy]) {
        if (!found.has(other)) {
          found.add(other);
          next.push(other);
        }
      }
    }
    edge = next;
  }
  return found;
}

/**
 * Orders and groups columns by similarity: average-linkage clustering by nearest-neighbour chains (F. Murtagh, "A
 * Survey of Recent Advances in Hierarchical Clustering Algorithms", 1983). Branches are rotated so that similar ends
 * meet (Gruvaeus and Wainer, 1972), and the tree is cut at the largest gap.
 */

export type Seriation = {
  /** Column indexes; similar columns are adjacent. */
  readonly order: readonly number[];
  /** Group number by column, from 0 in the order of `order`. */
  readonly clusters: readonly number[];
};

type Node = {
  readonly members: number[];
  readonly height: number;
  readonly children: readonly [Node, Node] | null;
};

const maxClusters = 8;
/** Minimum gap between merge heights that separates clusters. */
const leastGap = 0.05;

/**
 * @param count number of columns
 * @param distance symmetric, 0..1
 */
export function seriate(count: number, distance: (one: number, two: number) => number): Seriation {
  if (count === 0) return { order: [], clusters: [] };
  const matrix = new Float64Array(count * count);
  for (let one = 0; one < count; one++) {
    for (let two = one + 1; two < count; two++) {
      const value = distance(one, two);
      matrix[one * count + two] = value;
      matrix[two * count + one] = value;
    }
  }
  const root = linkage(count, Float64Array.from(matrix));
  const order = turned(root, matrix, count);
  const clusters = new Array<number>(count).fill(0);
  const groupOf = new Map<number, number>();
  cut(root).forEach((members, group) => {
    for (const member of members) groupOf.set(member, group);
  });
  const renumbered = new Map<number, number>();
  for (const member of order) {
    const group = groupOf.get(member) ?? 0;
    if (!renumbered.has(group)) renumbered.set(group, renumbered.size);
    clusters[member] = renumbered.get(group) ?? 0;
  }
  return { order, clusters };
}

function linkage(count: number, matrix: Float64Array): Node {
  const nodes: (Node | null)[] = Array.from({ length: count }, (_, index) => ({
    members: [index],
    height: 0,
    children: null,
  }));
  const sizes = new Float64Array(count).fill(1);
  const active = new Set(nodes.keys());
  const chain: number[] = [];
  while (active.size > 1) {
    if (chain.length === 0) chain.push(active.values().next().value as number);
    const top = chain[chain.length - 1] as number;
    const before = chain[chain.length - 2];
    let nearest = before ?? -1;
    let smallest = before === undefined ? Number.POSITIVE_INFINITY : (matrix[top * count + before] ?? 0);
    for (const other of active) {
      if (other === top) continue;
      const value = matrix[top * count + other] ?? 0;
      if (value < smallest) {
        smallest = value;
        nearest = other;
      }
    }
    if (nearest !== before) {
      chain.push(nearest);
      continue;
    }
    chain.length -= 2;
    const [into, from] = top < nearest ? [top, nearest] : [nearest, top];
    const left = nodes[into] as Node;
    const right = nodes[from] as Node;
    const sizeInto = sizes[into] as number;
    const sizeFrom = sizes[from] as number;
    for (const other of active) {
      if (other === into || other === from) continue;
      const average =
        (sizeInto * (matrix[into * count + other] ?? 0) + sizeFrom * (matrix[from * count + other] ?? 0)) /
        (sizeInto + sizeFrom);
      matrix[into * count + other] = average;
      matrix[other * count + into] = average;
    }
    nodes[into] = { members: [...left.members, ...right.members], height: smallest, children: [left, right] };
    nodes[from] = null;
    sizes[into] = sizeInto + sizeFrom;
    active.delete(from);
  }
  return nodes[active.values().next().value as number] as Node;
}

/** Leaves in order. At every join, the best of the four rotations of the two branches is used. */
function turned(node: Node, matrix: Float64Array, count: number): number[] {
  if (node.children === null) return [...node.members];
  const left = turned(node.children[0], matrix, count);
  const right = turned(node.children[1], matrix, count);
  const between = (one: number | undefined, two: number | undefined) =>
    matrix[(one ?? 0) * count + (two ?? 0)] ?? 0;
  const ways: readonly (readonly [number, () => number[]])[] = [
    [between(left.at(-1), right[0]), () => [...left, ...right]],
    [between(left.at(-1), right.at(-1)), () => [...left, ...right.reverse()]],
    [between(left[0], right[0]), () => [...left.reverse(), ...right]],
    [between(left[0], right.at(-1)), () => [...right, ...left]],
  ];
  let best = ways[0] as (typeof ways)[number];
  for (const way of ways) if (way[0] < best[0] - 1e-12) best = way;
  return best[1]();
}

/** Members of each cluster: the tree is cut inside the largest gap between merge heights. */
function cut(root: Node): readonly (readonly number[])[] {
  const heights: number[] = [];
  const collect = (node: Node): void => {
    if (node.children === null) return;
    heights.push(node.height);
    for (const child of node.children) collect(child);
  };
  collect(root);
  heights.sort((one, two) => two - one);
  let best = 0;
  let largest = leastGap;
  for (let groups = 2; groups <= Math.min(maxClusters, heights.length); groups++) {
    const gap = (heights[groups - 2] ?? 0) - (heights[groups - 1] ?? 0);
    if (gap > largest + 1e-12) {
      largest = gap;
      best = groups;
    }
  }
  if (best === 0) return [root.members];
  const threshold = ((heights[best - 2] ?? 0) + (heights[best - 1] ?? 0)) / 2;
  const groups: (readonly number[])[] = [];
  const split = (node: Node): void => {
    if (node.children !== null && node.height > threshold) for (const child of node.children) split(child);
    else groups.push(node.members);
  };
  split(root);
  return groups;
}

/** Shapes as the data of an SVG path; several in a row are one path. */

export type Point = readonly [number, number];

/** A number as short as it can be written and still be drawn true. */
export function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function polygon(...points: Point[]): string {
  return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}Z`;
}

export function rect(x: number, y: number, width: number, height: number): string {
  return `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`;
}

export function circle(x: number, y: number, r: number): string {
  return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;
}

export function ellipse(x: number, y: number, rx: number, ry: number): string {
  return `M${n(x - rx)} ${n(y)}a${n(rx)} ${n(ry)} 0 1 0 ${n(2 * rx)} 0a${n(rx)} ${n(ry)} 0 1 0 ${n(-2 * rx)} 0Z`;
}

/** A ring: the inner circle runs the other way round, so that it is left open. */
export function ring(x: number, y: number, outer: number, inner: number): string {
  return `${circle(x, y, outer)}M${n(x - inner)} ${n(y)}a${n(inner)} ${n(inner)} 0 1 1 ${n(2 * inner)} 0a${n(inner)} ${n(inner)} 0 1 1 ${n(-2 * inner)} 0Z`;
}

/** A star with so many points; `inner` is the share of the radius between them. */
export function star(x: number, y: number, r: number, points: number, inner = 0.45, turn = 0): string {
  const corners: Point[] = [];
  for (let i = 0; i < points * 2; i++) {
    const angle = turn + (Math.PI * i) / points - Math.PI / 2;
    const length = i % 2 ? r * inner : r;
    corners.push([x + length * Math.cos(angle), y + length * Math.sin(angle)]);
  }
  return polygon(...corners);
}

/** A wedge from a point outwards. */
export function ray(x: number, y: number, angle: number, width: number, length: number): string {
  const end = (a: number): Point => [x + length * Math.cos(a), y + length * Math.sin(a)];
  return polygon([x, y], end(angle - width / 2), end(angle + width / 2));
}

/** An opening with a round top; `foot` is where it stands. */
export function arch(x: number, foot: number, width: number, height: number): string {
  const r = width / 2;
  return `M${n(x - r)} ${n(foot)}V${n(foot - height + r)}a${n(r)} ${n(r)} 0 0 1 ${n(width)} 0V${n(foot)}Z`;
}

/** An opening with a pointed top. */
export function lancet(x: number, foot: number, width: number, height: number): string {
  const r = width / 2;
  const spring = foot - height + width;
  return `M${n(x - r)} ${n(foot)}V${n(spring)}Q${n(x - r)} ${n(spring - r)} ${n(x)} ${n(foot - height)}Q${n(x + r)} ${n(spring - r)} ${n(x + r)} ${n(spring)}V${n(foot)}Z`;
}

export function cloud(x: number, y: number, size: number): string {
  return (
    circle(x, y, size) +
    circle(x + size * 1.1, y + size * 0.25, size * 0.75) +
    circle(x - size * 1.1, y + size * 0.3, size * 0.65)
  );
}

export function flame(x: number, foot: number, height: number): string {
  const w = height * 0.32;
  return `M${n(x - w)} ${n(foot)}Q${n(x - w * 1.3)} ${n(foot - height * 0.5)} ${n(x + w * 0.2)} ${n(foot - height)}Q${n(x + w * 0.1)} ${n(foot - height * 0.6)} ${n(x + w)} ${n(foot - height * 0.55)}Q${n(x + w * 1.2)} ${n(foot - height * 0.2)} ${n(x + w * 0.8)} ${n(foot)}Z`;
}

export function leaf(x: number, y: number, length: number, angle: number): string {
  const tip: Point = [x + length * Math.cos(angle), y + length * Math.sin(angle)];
  const bend = (a: number): Point => [x + length * 0.6 * Math.cos(angle + a), y + length * 0.6 * Math.sin(angle + a)];
  const [a, b] = [bend(0.55), bend(-0.55)];
  return `M${n(x)} ${n(y)}Q${n(a[0])} ${n(a[1])} ${n(tip[0])} ${n(tip[1])}Q${n(b[0])} ${n(b[1])} ${n(x)} ${n(y)}Z`;
}

export function drop(x: number, y: number, r: number): string {
  return `M${n(x)} ${n(y - r * 2)}Q${n(x + r * 1.1)} ${n(y - r * 0.4)} ${n(x + r)} ${n(y + r * 0.2)}a${n(r)} ${n(r)} 0 0 1 ${n(-2 * r)} 0Q${n(x - r * 1.1)} ${n(y - r * 0.4)} ${n(x)} ${n(y - r * 2)}Z`;
}

export function bat(x: number, y: number, size: number): string {
  const s = size;
  return `M${n(x)} ${n(y)}l${n(s * 0.2)} ${n(-s * 0.25)}l${n(s * 0.15)} ${n(s * 0.2)}Q${n(x + s * 0.8)} ${n(y - s * 0.5)} ${n(x + s * 1.3)} ${n(y - s * 0.3)}Q${n(x + s * 0.9)} ${n(y)} ${n(x + s * 0.8)} ${n(y + s * 0.3)}Q${n(x + s * 0.4)} ${n(y + s * 0.1)} ${n(x)} ${n(y + s * 0.5)}Q${n(x - s * 0.4)} ${n(y + s * 0.1)} ${n(x - s * 0.8)} ${n(y + s * 0.3)}Q${n(x - s * 0.9)} ${n(y)} ${n(x - s * 1.3)} ${n(y - s * 0.3)}Q${n(x - s * 0.8)} ${n(y - s * 0.5)} ${n(x - s * 0.35)} ${n(y - s * 0.05)}l${n(s * 0.15)} ${n(-s * 0.2)}Z`;
}

export function bolt(x: number, y: number, size: number): string {
  const s = size;
  return polygon(
    [x, y],
    [x + s * 0.35, y],
    [x + s * 0.15, y + s * 0.4],
    [x + s * 0.45, y + s * 0.4],
    [x - s * 0.15, y + s],
    [x + s * 0.02, y + s * 0.55],
    [x - s * 0.22, y + s * 0.55],
  );
}

export function heart(x: number, y: number, s: number): string {
  return `M${n(x)} ${n(y + s)}C${n(x - s * 1.6)} ${n(y - s * 0.1)} ${n(x - s * 0.8)} ${n(y - s * 1.1)} ${n(x)} ${n(y - s * 0.3)}C${n(x + s * 0.8)} ${n(y - s * 1.1)} ${n(x + s * 1.6)} ${n(y - s * 0.1)} ${n(x)} ${n(y + s)}Z`;
}

/** A line as an area of some width, through points. */
export function stroke(width: number, ...points: Point[]): string {
  const left: Point[] = [];
  const right: Point[] = [];
  points.forEach((point, i) => {
    const before = points[i - 1] ?? point;
    const after = points[i + 1] ?? point;
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const length = Math.hypot(dx, dy) || 1;
    const [nx, ny] = [(-dy / length) * (width / 2), (dx / length) * (width / 2)];
    left.push([point[0] + nx, point[1] + ny]);
    right.unshift([point[0] - nx, point[1] - ny]);
  });
  return polygon(...left, ...right);
}

/** So many of something, one after the other. */
export function many(count: number, one: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => one(i)).join("");
}

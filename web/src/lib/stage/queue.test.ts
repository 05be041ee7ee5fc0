import { expect, test } from "vitest";
import { BACKLOG, BRIEFLY, FASTEST, Queue, type Playable } from "./queue";

type Named = Playable & { name: string };
const small = (name: string, lasts = 500): Named => ({ name, lasts, great: false });
const great = (name: string, lasts = 1000): Named => ({ name, lasts, great: true });

/** A queue with a clock that is moved by hand, and what it has shown. */
function stage() {
  let time = 0;
  let timers: { at: number; then: () => void }[] = [];
  const shown: [string, number][] = [];
  const queue = new Queue<Named>(
    (act, ms) => shown.push([act?.name ?? "", Math.round(ms)]),
    (ms, then) => {
      const timer = { at: time + ms, then };
      timers.push(timer);
      return () => (timers = timers.filter((one) => one !== timer));
    },
    () => time,
  );
  function pass(ms: number): void {
    const until = time + ms;
    for (;;) {
      const next = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      time = next.at;
      timers = timers.filter((timer) => timer !== next);
      next.then();
    }
    time = until;
  }
  return { queue, shown, pass, names: () => shown.map(([name]) => name) };
}

test("acts are played in order, each for its time, and then nothing is on", () => {
  const { queue, shown, pass } = stage();
  queue.add([small("a", 300), small("b", 200)]);
  queue.add([small("c", 100)]);
  expect(queue.left).toBe(600);
  pass(550);
  expect(queue.current?.name).toBe("c");
  pass(100);
  expect(shown).toEqual([
    ["a", 300],
    ["b", 200],
    ["c", 100],
    ["", 0],
  ]);
});

test("skipping ends what is on and all that was to come, and what comes later is played", () => {
  const { queue, names, pass } = stage();
  queue.add([small("a"), small("b")]);
  pass(100);
  queue.skip();
  expect(queue.current).toBeNull();
  expect(queue.left).toBe(0);
  queue.add([small("c")]);
  pass(5000);
  expect(names()).toEqual(["a", "", "c", ""]);
});

test("a question leaves small things out, keeps the great ones, and it is all told in time", () => {
  const { queue, names, pass } = stage();
  queue.add([small("on"), small("b", 900), small("c", 900), great("d", 2000), small("e", 900)]);
  queue.hurry();
  expect(queue.left).toBeLessThanOrEqual(BRIEFLY + 500);
  pass(BRIEFLY + 501);
  expect(names()).toContain("d");
  expect(names()).not.toContain("b");
  expect(names().at(-1)).toBe("");
});

test("what piles up is played faster, but never so fast that nobody could follow", () => {
  const { queue, shown, pass } = stage();
  queue.add(Array.from({ length: 60 }, (_, i) => small(`a${i}`)));
  expect(queue.left).toBeLessThanOrEqual(BACKLOG + 500);
  pass(60_000);
  const lengths = shown.filter(([name]) => name).map(([, ms]) => ms);
  expect(lengths.length).toBeGreaterThan(5);
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(Math.floor(500 / FASTEST));
});

test("the pace is the chosen one, and at once only great moments are shown", () => {
  const { queue, shown, pass } = stage();
  queue.pace = 0.5;
  queue.add([small("a", 400)]);
  pass(1000);
  queue.pace = 0;
  queue.add([small("b"), great("c", 1000)]);
  pass(3000);
  expect(shown).toEqual([
    ["a", 200],
    ["", 0],
    ["c", 500],
    ["", 0],
  ]);
});

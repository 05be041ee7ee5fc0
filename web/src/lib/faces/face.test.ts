import { expect, test } from "vitest";
import type { GameEvent } from "$lib/protocol";
import { drawFace, faceLayers, type Looks } from "./face";
import { moodsOf, type Mood } from "./moods";

const icon = (name: string) => `<use href="${name}"/>`;
const draw = (looks: Partial<Looks>) => drawFace({ name: "Ada", ...looks }, icon);

test("many names have many faces, and each keeps its own", () => {
  const faces = new Set(Array.from({ length: 500 }, (_, i) => draw({ name: `player ${i}` })));
  expect(faces.size).toBeGreaterThan(495);
  expect(draw({ name: " ADA " })).toBe(draw({ name: "ada" }));
  expect(draw({ face: 7 })).toBe(draw({ name: "Bo", face: 7 }));
  expect(draw({ face: 7 })).not.toBe(draw({ face: 0 }));
  expect(draw({ face: 0 })).toBe(draw({}));
});

test("a face shows sex, race, class, what is worn, the level, and whether it is a bot", () => {
  const plain = draw({});
  const others = [
    draw({ sex: "female" }),
    draw({ traits: ["elf"] }),
    draw({ traits: ["dwarf"] }),
    draw({ traits: ["orc"] }),
    draw({ traits: ["wizard"] }),
    draw({ hat: "visored-helm" }),
    draw({ badge: "spell-book" }),
    draw({ armoured: true }),
    draw({ way: 0.5 }),
    draw({ bot: true }),
  ];
  expect(new Set([plain, ...others]).size).toBe(others.length + 1);
});

test("every mood shows, on people and bots", () => {
  const moods: Mood[] = ["calm", "cheer", "hurt", "cross", "dead", "win"];
  for (const bot of [false, true]) expect(new Set(moods.map((mood) => draw({ mood, bot }))).size).toBe(moods.length);
});

test("a mood changes no more of a face than its look, and the crown of who wins", () => {
  for (const bot of [false, true]) {
    const layers = (mood: Mood) => faceLayers({ name: "Ada", bot, hat: "visored-helm", mood }, icon);
    const calm = layers("calm");
    for (const mood of ["cheer", "hurt", "cross", "dead"] as const) {
      expect(layers(mood)).toEqual({ ...calm, look: layers(mood).look });
    }
    expect(layers("win").head).toBe(calm.head);
  }
});

test("a name with markup is a name like any other", () => {
  const drawn = draw({ name: '"><script>alert(1)</script>', traits: ["constructor", "<b>"], sex: "<i>" });
  expect(drawn).not.toMatch(/script|<b>|<i>|undefined|NaN|function/);
});

test("faces react to what happens to them", () => {
  const moods = (event: unknown) => moodsOf(event as GameEvent);
  expect(moods({ what: "fight_won", seat: 0, helper: 2 })).toEqual([
    [0, "cheer"],
    [2, "cheer"],
  ]);
  expect(moods({ what: "level_lost", seat: 1 })).toEqual([[1, "hurt"]]);
  expect(moods({ what: "cursed", seat: 1, by: 2 })).toEqual([[1, "cross"]]);
  expect(moods({ what: "drew", seat: 1, card: 4 })).toEqual([]);
});

export interface CachedAnswer {
  dataJson: string;
  etag: string;
}

interface Slot {
  answer: Promise<CachedAnswer>;
  value?: CachedAnswer;
  validUntil: number;
}

/** How long a public answer may be old inside one process. Its HTTP max-age is longer, so no client sees the difference. */
const lifetimeMs = 1000;
const maxSlots = 500;
const slots = new Map<string, Slot>();

/** One build a key at a time, shared by everybody who asks meanwhile. Failures are not kept. */
export function cachedAnswer(key: string, build: () => Promise<CachedAnswer>): Promise<CachedAnswer> {
  const slot = slots.get(key);
  if (slot && slot.validUntil > Date.now()) return slot.answer;
  const answer = build();
  if (slots.size >= maxSlots) slots.clear();
  const fresh: Slot = { answer, validUntil: Date.now() + lifetimeMs };
  slots.set(key, fresh);
  answer.then(
    (value) => {
      fresh.value = value;
    },
    () => slots.delete(key),
  );
  return answer;
}

/** Whether the answer that is kept now under `key` is this one. */
export function isKept(key: string, answer: CachedAnswer): boolean {
  const slot = slots.get(key);
  return slot !== undefined && slot.value === answer && slot.validUntil > Date.now();
}

/** For tests. */
export const forgetAnswers = (): void => slots.clear();

/** Somebody was refused by what the database says, and reads again at once: an older answer would contradict it. */
export function forgetAnswersUnder(path: string): void {
  for (const key of slots.keys()) if (key.startsWith(path)) slots.delete(key);
}

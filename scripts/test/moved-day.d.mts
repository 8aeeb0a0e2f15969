export function filesWithDates(): string[];
export function findFaketime(): string | undefined;
export function movedClock(library: string, day: string): Record<string, string>;

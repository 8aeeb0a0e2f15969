export function freeMegabytes(): number;
export function shortMemory(free: number): { isHopeless: boolean; text: string } | null;
export function endText(
  command: string,
  end: { code: number | null; signal: string | null; output: string },
): string;

export function ensureClient(): Promise<void>;
export function ensureBuild(): Promise<void>;
export function fingerprint(places: readonly string[]): string;
export const pages: readonly string[];
export const programs: readonly string[];

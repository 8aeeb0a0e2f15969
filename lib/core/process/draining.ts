// On globalThis because Next bundles this module more than once.
declare global {
  var keyshelfIsDraining: boolean | undefined;
}
const holder = globalThis;

/** This process is about to stop: it still answers, and a balancer should send nothing new. */
export const isDraining = (): boolean => holder.keyshelfIsDraining === true;

export function setDraining(value: boolean): void {
  holder.keyshelfIsDraining = value;
}

/** Password, and where the second factor is on one of its codes. */
export type OwnerProof = { password: string; code?: string; recovery_code?: string };

import type { SkuView } from "@/lib/catalogue/schema";
import { BundlePromise } from "./bundle-promise";
import { FilePromise } from "./file-promise";
import { LivingPromise } from "./living-promise";

/** Lists what the chosen option delivers besides a key, before it is paid for. */
export function GoodsPromise({ sku: { files, living, parts } }: { sku: SkuView }) {
  return (
    <>
      <FilePromise files={files} />
      <LivingPromise living={living} />
      <BundlePromise parts={parts} />
    </>
  );
}

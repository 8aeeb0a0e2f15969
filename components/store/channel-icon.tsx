import type { PaymentChannelView } from "@/lib/payments/schema";
import { marksOf } from "./payment-marks";

/** The operator's picture, the marks of what is paid with, or a sign of what will happen. */
export function ChannelIcon({ channel }: { channel: PaymentChannelView }) {
  if (channel.icon && /^(\/(?!\/)|https:\/\/)/.test(channel.icon)) {
    return (
      <img src={channel.icon} alt="" width={24} height={24} className="size-6 shrink-0 object-contain" />
    );
  }
  const marks = marksOf(channel);
  // Files of their own: only those of this shop's channels reach a page. On white, since some marks are dark blue.
  if (marks.length > 0)
    return (
      <span className="flex shrink-0 gap-1">
        {marks.map((mark) => (
          <span key={mark} className="grid h-6 w-8 place-items-center rounded-sm border border-line bg-white">
            <img src={`/marks/${mark}.svg`} alt="" width={18} height={18} className="size-4.5" />
          </span>
        ))}
      </span>
    );
  return (
    <img src={`/marks/${signOf(channel)}.svg`} alt="" width={20} height={20} className="size-5 shrink-0" />
  );
}

/** Files as the marks are: as script they would come to every page with a form to buy. */
function signOf({ interaction }: PaymentChannelView) {
  if (interaction === "qr") return "qr";
  return interaction === "balance" ? "wallet" : "elsewhere";
}

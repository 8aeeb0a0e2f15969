import { Bitcoin, ExternalLink, QrCode, Wallet } from "lucide-react";
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
  const Icon = iconOf(channel);
  return <Icon className="size-5 shrink-0 text-ink-faint" aria-hidden />;
}

function iconOf({ provider, interaction }: PaymentChannelView) {
  if (provider === "epusdt") return Bitcoin;
  if (interaction === "qr") return QrCode;
  return interaction === "balance" ? Wallet : ExternalLink;
}

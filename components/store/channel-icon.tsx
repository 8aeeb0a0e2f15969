import { Bitcoin, ExternalLink, QrCode, Wallet } from "lucide-react";
import type { PaymentChannelView } from "@/lib/payments/schema";

/** The operator's picture, or a sign of what will happen. */
export function ChannelIcon({ channel }: { channel: PaymentChannelView }) {
  if (channel.icon && /^(\/(?!\/)|https:\/\/)/.test(channel.icon)) {
    return (
      <img src={channel.icon} alt="" width={24} height={24} className="size-6 shrink-0 object-contain" />
    );
  }
  const Icon = iconOf(channel);
  return <Icon className="size-5 shrink-0 text-ink-faint" aria-hidden />;
}

function iconOf({ provider, interaction }: PaymentChannelView) {
  if (provider === "epusdt") return Bitcoin;
  if (interaction === "qr") return QrCode;
  return interaction === "balance" ? Wallet : ExternalLink;
}

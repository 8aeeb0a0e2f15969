/**
 * The most that each messenger takes, as it publishes it. The texts of one message stay below its row
 * (tests/unit/notifications/message-limits.test.ts).
 */
export const messageLimits = {
  /** Bytes of a text: https://developer.work.weixin.qq.com/document/path/91770 */
  wecom: { bytes: 2_048 },
  /** Characters after entities are read: https://core.telegram.org/bots/api#sendmessage */
  telegram: { characters: 4_096 },
  /** Characters of a title, of a name and of a value, fields, and characters of all: https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
  discord: { title: 256, name: 256, value: 1_024, fields: 25, characters: 6_000 },
  /** Characters of a title, and bytes of a text: https://sct.ftqq.com */
  serverchan: { title: 32, bytes: 32 * 1_024 },
  /** Bytes of all that Apple takes, the envelope of Bark's server with it: https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification */
  bark: { bytes: 4_096, envelope: 512 },
} as const;

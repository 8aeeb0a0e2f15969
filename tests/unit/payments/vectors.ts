/** Vectors of the gateways' published protocols, made with keys that open nothing. */
export const platformPublicKey =
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAsoIQqKvbhJFYzTRrNOBv58arxBQNwaetKRX6Eu0w+jiHaktA7NLPhCv1ZEpiVdf/Y06uOyHnn0frPIBk51MXnFUMBogKa8uYOCnsN99GrzsW0YtPT2ty5HQhI9FiUkW71SHH0l7QadgHQEa5/R8zhzj4alUIitcV7vQHxgg9U4wL3r0WRZ0WXoP+BHD5YxRP8VDX8O1vb/L9KXs7cxSL4kZwv0RnKO5KCKCMhQax8cMzpiRyhwXnjJjpLDQh/5OWeaEUcXdf0gA7jjrC6sZo2fLATCvNX1wy7Jsw7Gu0gQw84MS5C6I1Vigp6rdbQcepckF+mBv0Q5hJFyePEJBTCQIDAQAB";

export const epayV2 = {
  text: "api_trade_no=4200001&money=9.9&name=product&out_trade_no=P20260101000001&pid=1001&timestamp=1767225600&trade_no=2026010100000112345&trade_status=TRADE_SUCCESS&type=wxpay",
  sign: "PxgEgw9dJKNbqgYAmHAsJYbvC1P0jub7RiQ8V0mU0bLg2LebflPY7Uzeitz0yVXrCEaLztq+Mzsj5uMxtgRzg9inyo8SNSS8XDha9OGirjuw0rF5cDQqAN9Ue516xxxaJ42qpFcPkaLdPIAj9UBU06EEGyK5aemOa41zyUEe1Pvtgm/gWcnaOn/EueUIep4Xe5S+MIZY7m/tZZG353La6w9+cTlQQRLioNKYvOX0gGSVroe+b+mZDFZ3NcRj4yHMeLS3xCvdvFMrUJqVH2w/PpxSajiaswhAcStfAPbt/aggLdaeGhzL38v7wN4NZ9RBIsETG38Z5BYS0ODacO9a5w==",
  at: new Date(1767225600_000),
};

export const epusdt = {
  token: "epusdt_token_x",
  body: '{"trade_id":"202601010000001","order_id":"P20260101000001","amount":9.9,"actual_amount":1.3755,"token":"TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t","block_transaction_id":"12ef6267b42e43959795cf31808d0cc72b3d0a48953ed19c61d4b6665a341d10","signature":"e9907092ec6ea364eafa2b2cf6f9b54c","status":2}',
  waiting:
    '{"trade_id":"202601010000001","order_id":"P20260101000001","amount":9.9,"actual_amount":1.3755,"token":"TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t","block_transaction_id":"","signature":"f0d778c370ae938c47660e9a3f6025ba","status":1}',
};

export const alipay = {
  text: "app_id=2021000000000001&buyer_id=2088000000000002&charset=utf-8&gmt_payment=2026-01-01 08:00:03&notify_id=2026010100222080003000000000000001&notify_time=2026-01-01 08:00:04&notify_type=trade_status_sync&out_trade_no=P20260101000001&seller_id=2088000000000001&subject=会员卡 A&B=1&total_amount=9.90&trade_no=2026010122001400000000000001&trade_status=TRADE_SUCCESS&version=1.0",
  sign: "sSfZahvAPeHQkIKry6lcbwq/f0bwkwpcDjKDxqPF86FEvFI0AkHy9jSAMxhIwBd/bPYXaR07GJri0NHQkfnrDsr3rvCltXP6TTAQR2urci9jGEiiZulJ3XCE/WOQXTSukGTTwhzjf2YDuweWoEi6mijidBlmdgzY85kis45WOv3iGpJX+w56u/GQfiNicIdIRPAaGiyhbjXgo3+BDwEm9LiECKVAyDgT9Bw+r27zSlm/3pwcS4bo6gy6RQmwzEBT6jXk4BAN/PgxZoyrOawMtCev1c3Fgj/MmQJfWPYcQ1asu/Hd0W9XaY0c5RPeYD/tjDV5FzwzFgPoklci9vlUXg==",
};

export const paypal = {
  webhookId: "1JE4291016473214C",
  id: "69cd13f0-d67a-11e5-baa3-778b53f4ae55",
  time: "2026-01-01T00:00:00Z",
  body: '{"id":"WH-TEST-1","event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"id":"CAP1","status":"COMPLETED","custom_id":"P20260101000001","amount":{"currency_code":"USD","value":"9.90"}}}',
  sign: "GrCuaF1tNao/kUfBKkZk1gIfbIQfmu/TqRA0iQFLbXWDlaXWJWZlfOi9DQX4R4FQZMIDqKgzMKwkusX/pyFxq+ieKVVI/Eo19WpBecanp6bEVRCPL5wcttKtYPwkw0wNhr6T7IplkWzTZTAaZq6KOHo0Ycjeh48Xy01AaqFfRRswikzRJoarI+TayyyO6Fs/7THqPoPlD7WTWaL38nNiIBgLFvQdv8cOHE9jGqHiMbGwPUQ8mvVmqiORHXTGfox2nfAgTnMjOTXkuvQBGHi/UTgnuhKgbX2SWe6IAz1IdlXgs4crNId2Ux0tbjh8Xf3zE45JZ36wHoAPvWdTsTrMYw==",
};

/** TokenPay's documents: fields, the key `666`, and the signature. */
export const tokenpay = {
  token: "666",
  created: {
    fields: {
      OutOrderId: "AJIHK72N34BR2CWG",
      OrderUserKey: "admin@qq.com",
      ActualAmount: "15",
      Currency: "TRX",
      NotifyUrl: "http://localhost:1011/pay/tokenpay/notify_url",
      RedirectUrl: "http://localhost:1011/pay/tokenpay/return_url?order_id=AJIHK72N34BR2CWG",
    },
    sign: "e9765880db6081496456283678e70152",
  },
  asked: { fields: { Id: "66f9d5a8-d9c7-0224-004f-a16a1c068e08" }, sign: "baa261cc6af3f5efbed15e17a285f653" },
  notified: {
    body: '{"ActualAmount":"15","Amount":"34.91","BaseCurrency":"CNY","BlockChainName":"TRON","BlockTransactionId":"375859c36dc5f5d227b10912b5ec70d36dd34446028064956cb60cdbb74432f5","Currency":"TRX","CurrencyName":"TRX","FromAddress":"TYYjzt6AWhe9hAg9DrhiYXEWKDksyohgQa","Id":"63234df7-55bf-93fc-0010-67be493c0c27","OutOrderId":"E6COE6FGZMO5AXSK","PayTime":"2022-09-15 16:08:39","Status":1,"ToAddress":"TLUF41C386CMU1Wc8pTSCE4QaiZ2xkhTCb","Signature":"a8f9d179a8d2798c8b5bb90c31db2c9e"}',
  },
};

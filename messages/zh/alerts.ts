import type { AlertTexts } from "../language";

const refusals: Record<string, string> = {
  merchant: "商户号不符",
  amount: "金额不符",
  currency: "币种不符",
  contradicted: "声称已付款，但之前的通知说该交易已结束",
  query_unpaid: "向支付平台查询后未被确认",
  query_differs: "与支付平台的查询结果不一致",
  trade_no_reused: "使用了另一笔付款的交易号",
  signature: "签名错误（支付平台的密钥是否已更换？）",
};

export const alerts: AlertTexts = {
  "order.failed": ({ orderNo, title, reason }) =>
    `订单 ${orderNo} 已付款但未交付：${title}：${reason ?? "原因不明"}`,
  "order.delivery_late": ({ orderNo, title, reason }) =>
    `您的服务器未按时为订单 ${orderNo} 交付 ${title}${reason ? `（${reason}）` : ""}：请人工交付、再次请求或退款`,
  "order.problem": ({ orderNo, text }) => `订单 ${orderNo} 的买家反馈问题：${text}`,
  "stock.low": ({ title, sku, left }) => `${title}（${sku}）仅剩 ${left} 件`,
  "stock.out": ({ title, sku }) => `${title}（${sku}）已售罄`,
  "stock.expired": ({ title, sku, count }) => `${title}（${sku}）：${count} 个卡密临近使用期限，已下架`,
  "stock.twins": ({ title, sku, count, pairs }) =>
    `${title}（${sku}）：${count} 条卡密重复入库，写法仅差空白或看不见的字符：${pairs}。请将每组中的一条下架`,
  "stock.text_old": ({ title, sku, days }) => `${title}（${sku}）的内容已 ${days} 天未更改：请更换密码或链接`,
  "stock.server_silent": ({ title, sku, reason }) =>
    `您的服务器没有返回 ${title}（${sku}）的库存：${reason ?? "原因不明"}。请检查该服务器；系统每分钟询问一次`,
  "payment.disputed": ({ orderNo, amount, reason, dueAt }) =>
    `订单 ${orderNo} 的买家对 ${amount} 提出争议（${reason}）：请${dueAt ? `在 ${dueAt}（UTC）前` : ""}到支付平台答复，并附上订单页的证据。期间订单已冻结`,
  "payment.dispute_lost": ({ orderNo, amount, disputeNo }) =>
    `订单 ${orderNo} 的争议 ${disputeNo} 败诉：支付平台已扣回 ${amount}。请在订单页登记为店外已退款`,
  "payment.recharge_disputed": ({ rechargeNo, amount, reason, state }) =>
    state === "lost"
      ? `充值 ${rechargeNo} 的争议败诉：支付平台已扣回 ${amount}。请从余额中扣除`
      : `充值 ${rechargeNo} 被提出争议：${amount}（${reason}）。请到支付平台答复，并查看该账户`,
  "payment.overpaid": ({ amount, orderNo, isGuest }) =>
    isGuest
      ? `订单 ${orderNo} 收到多余的付款 ${amount}：请退回`
      : `订单 ${orderNo} 收到多余的付款 ${amount}：已加入买家余额`,
  "payment.refund_failed": ({ amount, orderNo, reason }) =>
    `网关未能退回订单 ${orderNo} 的 ${amount}：${reason}。请重新发送，或手动退款`,
  "payment.refund_open": ({ amount, orderNo }) =>
    `一天后仍不清楚订单 ${orderNo} 的 ${amount} 是否已退回：请在网关后台查看`,
  "payment_channel.failing": ({ channel, reason }) =>
    `${channel} 无法收款：${reason}。请在其页面测试；网关一侧的密钥或地址可能已更改`,
  "payment_channel.none": () => "有商品在售，但买家无法付款：没有可用的支付渠道。请添加或启用一个渠道",
  "payment_channel.rate_jumped": ({ channel, from, to, began }) =>
    `${channel} 取得的汇率为 ${to}，与 ${began ? `当日起始汇率 ${began} ` : from} 相差过大：在渠道页面确认之前仍使用 ${from}`,
  "payment_channel.rate_old": ({ channel, since }) =>
    `${channel} 的汇率停留在 ${since} UTC，无法取得更新的汇率：请检查来源，或手动填写`,
  "payment_channel.unusable": ({ channelId }) =>
    `支付渠道 ${channelId} 的设置无法使用，而支付平台正在通知付款：请更正设置`,
  "payment.refused": ({ paymentNo, reason }) =>
    `关于付款 ${paymentNo} 的通知被拒绝：${refusals[String(reason)] ?? reason}。未因此交付。`,
  "callback.disabled": ({ site, isGone }) =>
    `发往 ${site} 的回调已停用：${isGone ? "对方表示地址已不存在（410）" : "已连续失败五天"}。请更正地址后重新发送。`,
  "callback.failed": ({ site, tries, reason }) =>
    `发往 ${site} 的回调尝试 ${tries} 次后放弃：${reason}。可重新发送。`,
  "connection.sync_failed": ({ connection, reason }) => `无法拉取 ${connection} 的商品：${reason}`,
  "upstream.below_cost": ({ title, connection, cost, price }) =>
    cost
      ? `${title} 在 ${connection} 的进价现为 ${cost}，售价为 ${price}：已停止销售`
      : `${title} 在 ${connection} 的进价高于售价`,
  "upstream.refused": ({ connection, title, reason }) => `${connection} 拒绝出售 ${title}：${reason}`,
  "purchase.delayed": ({ title, orderNo, reason }) =>
    `${title}（${orderNo}）已付款，正在等待上游站：${reason}`,
  "purchase.twice": ({ title, orderNo }) =>
    `${title}（${orderNo}）：上游站交付了一份已被替换的订单，货品未使用`,
  "purchase.unused": ({ title, orderNo }) =>
    `${title}（${orderNo}）：上游站已交付，但我们的订单不再需要该货品`,
  "purchase.refunded": ({ title, orderNo }) => `${title}（${orderNo}）：上游站已退款，如有需要请退款给买家`,
  "purchase.partly_refunded": ({ title, orderNo, amount }) =>
    `${title}（${orderNo}）：上游站目前已退回 ${amount}，货品保留；如有需要请退款给买家`,
  "purchase.incomplete": ({ title, orderNo, reason }) => `${title}（${orderNo}）：${reason}`,
  "purchase.repeated": ({ title, orderNo, reason }) =>
    `${title}（${orderNo}）：${reason}。未向买家交付：请向上游站索取其他货品，或在“采购单”中交付这些货品。`,
  "purchase.differs": ({ title, orderNo, reason, orders }) =>
    `${title}（${orderNo}）：${reason}。采购已停止，不再付款或交付，请在“采购单”中核对双方内容后决定。在上游站的订单：${orders}`,
  "purchase.changed": ({ title, orderNo, reason }) =>
    `${title}（${orderNo}）：${reason}。在您于“采购单”中决定之前，买家保留原来的货品。`,
  "purchase.doubtful": ({ title, orderNo, reason, orders }) =>
    `${title}（${orderNo}）：${reason}，该订单在上游站可能已付款。在您决定之前不会重新下单：请先向上游站核实，再到“采购单”中重新下单，或退款给买家。已在上游站下单：${orders}`,
  "purchase.failed": ({ title, orderNo, reason, orders }) =>
    `${title}（${orderNo}）：${reason}。请退款给买家或重试。${orders ? `已在上游站下单：${orders}` : ""}`,
  "mail.failed": ({ reason }) => `邮件服务器拒收我们的邮件：${reason}`,
  "notification.failed": ({ channel, reason }) => `发往 ${channel} 的消息未送达：${reason}`,
  "keys.resealed": ({ unreadable }) =>
    unreadable === 0
      ? "所有内容已用新的主密钥加密：可从 security.previous_master_keys 中移除旧密钥"
      : `有 ${unreadable} 个加密值无法用任何已配置的密钥打开（详见日志）：请保留旧密钥`,
  "test_gateway.public": () =>
    "测试网关在公开地址上开启：任何人都能免费得到所有商品。开始销售前请设置 test_gateway: false",
  "test_gateway.off": ({ isOwnGoods }) =>
    isOwnGoods
      ? "测试网关已关闭，因为商店已有自己的商品：其支付渠道不再提供。请设置真实渠道；如需在本机继续试用，请设置 test_gateway: true"
      : "测试网关已关闭，因为商店使用公开地址：其支付渠道不再提供。请设置真实渠道",
  "deposit.low": ({ site, balance, limit }) => `${site} 的预存款偏低：剩余 ${balance}，提醒线为 ${limit}`,
  "connection.pictures_skipped": ({ connection, title, count, url }) =>
    `${title} 有 ${count} 张图片无法从 ${connection} 复制，例如 ${url}：请在商品页面另行上传。图片须为 PNG、JPEG、WebP、GIF、AVIF 或纯图形的 SVG，且地址可公开访问`,
  "connection.needs_rate": ({ connection, theirs, ours }) =>
    `${connection} 以 ${theirs} 计价，本店以 ${ours} 计价：在其页面设置汇率之前，其商品停止销售，也无法导入`,
  "connection.deposit_low": ({ connection, balance }) =>
    `我们在 ${connection} 的预存款偏低：剩余 ${balance}。超出余额的订单会被暂扣，直到您充值`,
  "connection.products_skipped": ({ connection, reason }) =>
    `${connection}：${reason}。它们保留原来的价格和库存。`,
  "upstream.price_out_of_range": ({ title, connection, limit }) =>
    `${title} 在 ${connection} 按规则计算的价格超过 ${limit}：已停止销售`,
  "disk.low": ({ folder, megabytes }) => `${folder} 所在磁盘仅剩 ${megabytes} MB：写满后数据库会停止`,
  "backup.old": ({ lastGoodAt, problem }) =>
    `${lastGoodAt ? `最近一次可用的备份为 ${lastGoodAt}` : "没有备份"}${problem ? `；上次尝试失败：${problem}` : ""}`,
  "backup.journal_late": ({ completeAt, problem }) =>
    `备份旁的销售日志${completeAt ? `止于 ${completeAt}` : "尚未开始记录"}${problem ? `（${problem}）` : ""}。若此时恢复备份，将无法得知之后售出了哪些卡密：请检查备份的存放位置`,
  "stock.held_back": ({ count, first, last, since }) =>
    `有 ${count} 个卡密（${first} 至 ${last}）可能在 ${since} 至今已售出，但此数据库没有记录：已作废。请将没有买家的重新上架`,
  "payment.unknown_trade": ({ channel, tradeNo, paymentNo, money, begunAt }) =>
    `${channel} 有一笔本店没有记录的已付款交易：${tradeNo}（支付单 ${paymentNo}），金额 ${money}，创建于 ${begunAt}。其订单在恢复备份时丢失：请在网关后台找到买家，人工交付或退款`,
  "system.no_worker": ({ due }) =>
    `没有任务进程在运行：${due} 个任务在等待，邮件和回调都不会发出。请以 worker: inline 启动商店，或启动任务进程`,
  "system.queue_late": ({ due, minutes }) =>
    `任务队列积压：${due} 个任务已到期，最早的已等待 ${minutes} 分钟。请查看日志中失败的任务，或启动更多任务进程`,
  "clock.foreign": ({ host, seconds, others }) =>
    `${host} 的时钟比 ${others} ${Number(seconds) > 0 ? "快" : "慢"} ${Math.abs(Number(seconds))} 秒：请校正，否则签名请求会被拒绝`,
  "clock.skewed": ({ host, seconds, refuses }) =>
    `${host} 的时钟比数据库${Number(seconds) > 0 ? "快" : "慢"} ${Math.abs(Number(seconds))} 秒。${refuses ? "在校正之前，此主机不会让订单过期，也不会删除任何内容" : "请校正"}`,
  "staff.new_place": ({ email, ip, userAgent }) => `${email} 从新的位置登录了后台：${ip}，${userAgent}`,
  "staff.login_failures": ({ email, ip, count }) =>
    `一小时内 ${email} 登录后台失败 ${count} 次，最近一次来自 ${ip}`,
  "staff.mail_server": ({ before, after }) =>
    `商店邮件即日起${after ? `经由 ${after} 发送` : "不再经由任何服务器发送"}，此前${before ? `经由 ${before}` : "未设置服务器"}。若非您本人或同事更改，请结束所有员工的会话，并重新设置正确的邮件服务器`,
  "staff.replaces_often": ({ staff, orderNo, count }) =>
    `${staff} 已为订单 ${orderNo} 更换卡密 ${count} 次，超过售出数量：请核实买家是否确实需要`,
  "wallet.large_adjustment": ({ staff, amount, limit }) =>
    `${staff} 今天已调整余额 ${amount}，上限为 ${limit}`,
  "system.untrusted_proxy": ({ peer }) =>
    `请求经由 ${peer} 转发，但它不在 server.trusted_proxies 中：所有访客共用一个地址及其限制`,
};

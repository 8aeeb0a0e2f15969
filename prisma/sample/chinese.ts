interface ChineseProduct {
  texts: Record<string, string>;
  /** Names of the options by their code. */
  skus: Record<string, string>;
}

/** The sample shop in Chinese: what an operator would type under “中文”. */
export const chineseCategories: Record<string, string> = {
  games: "游戏",
  software: "软件",
  "gift-cards": "礼品卡",
  learning: "课程与创作",
};

export const chineseProducts: Record<string, ChineseProduct> = {
  lanternfall: {
    texts: {
      title: "灯落谷 Lanternfall",
      summary: "一段安静的攀登之旅，走进只在夜里醒来的山谷。",
      tags: "冒险，单人",
      description: `<p>山谷里的灯一盏盏熄灭，总要有人把光带回山上。在<strong>《灯落谷》</strong>里，您用双手攀登：试探岩点，移动重心，失手时由绳子接住您。没有追赶您的东西，一座山就够了。</p>
<h2>游戏内容</h2>
<ul><li>九到十二小时，没有战斗，也没有倒计时</li><li>双手都能感受到的攀登系统，完整支持手柄和键盘</li><li>四十盏等待重新点亮的灯，每盏都有自己的小故事</li><li>支持十一种语言</li></ul>
<h2>您会得到</h2>
<p>一个激活码，可用于 Windows、macOS 或 Linux。豪华版另含无损原声音乐和 84 页 PDF 画册。</p>`,
      instructions: "打开灯落谷启动器，选择“我有激活码”，粘贴即可。激活码会绑定到第一个使用它的账号。",
    },
    skus: { "LANTERN-STD": "标准版", "LANTERN-DLX": "豪华版" },
  },
  "orchard-in-orbit": {
    texts: {
      title: "轨道果园 Orchard in Orbit",
      summary: "在谷仓大小的星球上种苹果，引力也是配方的一部分。",
      tags: "模拟，联机合作",
      description: `<p>您的果园绕星球一整圈。在向阳面种树，在背阴面浇水，扔东西要小心：它会飞回来。<strong>《轨道果园》</strong>是一款温和的种田游戏，讲一颗很小的星球，和停下来喝苹果酒的飞船。</p>
<ul><li>可以单人，也可以和最多三位朋友同住一颗星球</li><li>六十种嫁接等您发现，其中一些很合理</li><li>季节跟随真实的轨道，四十分钟一轮</li></ul>
<p>两个版本的存档不互通，请按您要玩的平台选择。</p>`,
      instructions: "PC：在游戏的“设置 → 账号”里兑换。主机：在主机自带的商店里输入代码，地区选“全球”。",
    },
    skus: { "ORCHARD-PC": "PC 版", "ORCHARD-CON": "主机版" },
  },
  tidemill: {
    texts: {
      title: "潮汐磨坊 Tidemill",
      summary: "在高脚屋上建村子，顺着潮水，而不是对抗它。",
      tags: "解谜，建造，多件优惠",
      description: `<p>大海每天两次走进您的村子，又两次退去。每一个水轮、水闸和桥，都有六个小时证明自己。<strong>《潮汐磨坊》</strong>是一款没有货币、也没有数字菜单的建造游戏：哪里不对，水会告诉您。</p>
<ul><li>三十二个手工海湾，外加无尽模式</li><li>可以一直撤销到第一块木板</li><li>十年前的笔记本也能运行</li></ul>
<p>给班级或团队购买？五份起每份更便宜，增加数量时价格会自动变化。</p>`,
      instructions: "在标题画面输入激活码。不需要账号，之后可以离线玩。",
    },
    skus: { TIDEMILL: "完整版" },
  },
  "paperglide-pro": {
    texts: {
      title: "纸翔 Paperglide Pro",
      summary: "一打开就能用、不会弄乱版面的 PDF 编辑器。",
      tags: "办公，Windows 与 macOS",
      description: `<p>改掉合同里的错字，填写本来填不了的表格，签名，发送。<strong>Paperglide Pro</strong> 直接编辑 PDF，沿用原有字体，页面看起来就像从来如此。</p>
<table><thead><tr><th scope="col">授权</th><th scope="col">设备</th><th scope="col">更新</th></tr></thead><tbody><tr><td>个人版</td><td>1</td><td>1 年</td></tr><tr><td>家庭版</td><td>3</td><td>1 年</td></tr><tr><td>永久版</td><td>2</td><td>永久</td></tr></tbody></table>
<p>一年之后授权继续有效，只是不再更新。文档不会离开您的电脑。</p>`,
      instructions: "帮助 → 激活授权。要换电脑时，先在同一位置停用旧电脑。",
    },
    skus: { "PGP-1Y1": "个人版，1 年", "PGP-1Y3": "家庭版，1 年", "PGP-LIFE": "永久版" },
  },
  "hedgerow-vpn": {
    texts: {
      title: "树篱 Hedgerow VPN",
      summary: "现成的匿名账号：登录，打开开关，就好了。",
      tags: "隐私上网，5 台设备",
      description: `<p>您会得到一个从未用过的账号，有登录名和密码。它不要您的邮箱，所以没有什么能和您联系起来。</p>
<ul><li>同时五台设备，支持所有常见系统</li><li>服务器分布在三十一个国家</li><li>时间从第一次登录算起，而不是从购买算起</li></ul>
<p>第一次登录后请修改密码。账号不能续期，到期后请购买新的。</p>`,
      instructions: "使用页面显示的账号和密码登录，首次登录后请修改密码。",
    },
    skus: { "HEDGE-1M": "1 个月", "HEDGE-12M": "12 个月" },
  },
  "larkspur-backup": {
    texts: {
      title: "飞燕草备份 Larkspur Backup",
      summary: "每晚自我检查、早上告诉您结果的加密备份。",
      tags: "备份，端到端加密",
      description: `<p>没有人恢复过的备份只是希望，不是备份。<strong>Larkspur</strong> 每晚随机恢复几个文件，逐位比较，然后发来一行字：<em>全部都能恢复</em>。</p>
<ul><li>在您的电脑上加密，密钥只有您有</li><li>每个版本保留九十天</li><li>一份授权可用于一个人的所有电脑</li></ul>`,
      instructions: "安装 Larkspur，选择“新建保险库”，输入授权码。请抄下恢复词：没有人能再发给您一次。",
    },
    skus: { "LARK-1T": "1 TB，1 年", "LARK-5T": "5 TB，1 年" },
  },
  "marigold-card": {
    texts: {
      title: "万寿菊礼品卡 Marigold Card",
      summary: "一张卡通用于四百家小店：装订、面包、修自行车。",
      tags: "送礼，永久有效",
      description: `<p><strong>万寿菊礼品卡</strong>由一群独立小店共同接受，永不过期，可以分次使用，每张小票都会显示余额。</p>
<ul><li>卡号和 PIN 立即到手，页面和邮件里都有</li><li>可以网上使用，也可以在柜台念出来</li><li>多张卡可以合并到一个账号</li></ul>
<p>请像对待现金一样对待卡号：谁有卡号和 PIN，谁就能使用。</p>`,
      instructions: "只需要卡号和 PIN。送人之前，可以在柜台或卡片自己的页面查询余额。",
    },
    skus: { "MARI-10": "10 美元", "MARI-25": "25 美元", "MARI-50": "50 美元", "MARI-100": "100 美元" },
  },
  "wayfern-travel-credit": {
    texts: {
      title: "蕨路旅行金 Wayfern",
      summary: "用于夜行列车和渡轮的旅行金。仅限会员：登录后购买。",
      tags: "旅行，会员专享",
      description: `<p><strong>Wayfern</strong> 卖的是慢旅行：卧铺车厢、沿海渡轮，以及接驳的巴士。旅行金可以支付任何车票的一部分或全部，给自己，也给您邀请的人。</p>
<ul><li>从今天起两年有效</li><li>退票的款项回到旅行金</li><li>一次预订最多使用三份</li></ul>
<p>旅行金只售给注册用户，每人每单最多三份。</p>`,
      instructions: "预订时在“付款 → 旅行金”里输入号码和 PIN。",
    },
    skus: { "WAY-20": "20 美元", "WAY-50": "50 美元", "WAY-100": "100 美元" },
  },
  "saltwind-mobile": {
    texts: {
      title: "咸风流量充值 Saltwind",
      summary: "海岛和海岸线的流量，任何 Saltwind 号码可用。",
      tags: "手机，预付费",
      description: `<p>一个十二位的代码，为 <strong>Saltwind</strong> 预付费号码增加流量。不绑定合约，到期自动结束：没有续费，没有意外。</p>
<ul><li>从兑换时起三十天有效</li><li>按时续充，剩余流量会结转</li></ul>`,
      instructions: "拨打 *123，输入不带连字符的代码，再按 #。一分钟内会收到确认短信。",
    },
    skus: { "SALT-5G": "5 GB", "SALT-20G": "20 GB" },
  },
  counterform: {
    texts: {
      title: "字怀 Counterform：从零画字母",
      summary: "十四课，学看黑里的白。只要纸和铅笔，不用软件。",
      tags: "课程，永久访问",
      description: `<p>字母由它们围住的空白构成。在<strong>《字怀》</strong>里，您用十四个晚上画一套字母，从 <em>o</em> 里的洞开始，学会看出为什么有的词安静，有的词晃动。</p>
<ol><li>o，以及它决定的一切</li><li>竖笔，多重才算重</li><li>b、d、p、q 不是同一个字母的翻转</li><li>用耳朵排字距</li></ol>
<p>……还有另外十课。每课是约二十分钟的影片和一张可打印的练习纸。所有人使用同一个访问页，所以不会售罄，也不会结束。</p>`,
    },
    skus: { COUNTER: "完整课程" },
  },
  "emberleaf-audiobooks": {
    texts: {
      title: "炉叶有声书 Emberleaf",
      summary: "炉火边的朗读：每月一本，归您所有，凭个人兑换链接。",
      tags: "有声书，送礼",
      description: `<p><strong>Emberleaf</strong> 在一个房间里录音，一支话筒，隐约听得见炉火。您每月选一本书，得到普通的音频文件，不需要专门的播放器。</p>
<ul><li>约九百种书，每周新增十种</li><li>不喜欢的书，两周内可以更换</li><li>不会自动续费</li></ul>
<p>链接只能兑换一次，不会过期，可以留到生日那天。</p>`,
      instructions: "打开链接，为账号取一个名字；或者不打开，直接转送给别人。",
    },
    skus: { "EMBER-3M": "3 个月", "EMBER-12M": "12 个月" },
  },
  "portrait-commission": {
    texts: {
      title: "手绘肖像",
      summary: "由画师按照片手绘，五天内交付可印刷的文件。",
      tags: "定制，手工",
      description: `<p>告诉我们画谁，以及这个人的样子和性格。工作室的画师用水粉作画，扫描后把文件发给您；需要的话，原稿随后邮寄。</p>
<ul><li>付款后五个工作日</li><li>包含一次修改</li><li>4000 × 5000 像素，可印到 A3</li></ul>
<p>我们同时只接八份委托。下面的表单只给画师看。</p>`,
      instructions: "肖像完成后会在这里和邮件里交付。包含一次修改：直接回复邮件即可。",
      "form.subject": "画里是谁？",
      "form.mood": "气氛",
      "form.photo_link": "照片链接",
      "form.wishes": "想告诉画师的话",
    },
    skus: { "PORTRAIT-1": "一个人", "PORTRAIT-2": "两个人" },
  },
};

export const chineseBanners: Record<string, { title: string; subtitle: string }> = {
  "/products": { title: "付款几秒后，卡密到手", subtitle: "不需要注册。它在您的订单页和邮件里等您。" },
  "/products/lanternfall": { title: "《灯落谷》来了", subtitle: "在灯光下攀登一座山谷。首发价到月底。" },
  "/products/marigold-card": { title: "永不过期的礼物", subtitle: "万寿菊礼品卡，四百家小店通用。" },
};

export const chinesePosts: Record<string, { title: string; summary: string; content: string }> = {
  "the-shelf-is-open": {
    title: "开业优惠：使用 WELCOME10 立减 10%",
    summary: "小小的见面礼：首单满 20.00，优惠码 WELCOME10 享 9 折。",
    content: `<p>货架已经摆好。优惠码 <strong>WELCOME10</strong> 订单满 20.00 可享 9 折，最多减 10.00，每位顾客限用一次。</p>
<p>在任意商品页输入，或直接打开<a href="/products/lanternfall?coupon=WELCOME10">已填好优惠码的《灯落谷》</a>，付款前就能看到新价格。</p>
<p><em>本店由 Keyshelf 填充了示例商品。卡密打不开任何东西，付款走内置的测试网关，不会有真实资金流动。</em></p>`,
  },
  "how-your-key-is-kept": {
    title: "在您购买之前，卡密放在哪里",
    summary: "每个卡密在写入磁盘前都已加密，只有展示给您的页面会打开它。",
    content: `<p>卡密的价值，在于没有别人见过它。从供货商到您手里，它会经历这些。</p>
<h2>入库</h2>
<p>每个卡密单独加密，并绑定到它在货架上的位置，复制到别处就打不开。内容相同的第二个卡密不用读出来也能发现：我们比较的是指纹，而不是卡密。</p>
<h2>您下单时</h2>
<p>下单后，卡密从货架上取下，为您保留十五分钟。无论点得多快，两个人也不会得到同一个。</p>
<h2>交付</h2>
<p>付款一确认，卡密就是您的：在订单页，也在邮件里。邮件丢了，订单页还在，<a href="/lookup">订单查询</a>会发给您新的链接。</p>`,
  },
  "buying-without-an-account": {
    title: "不注册也能购买，以及怎样找回订单",
    summary: "只需要一个邮箱。换了手机也能找回您的卡密。",
    content: `<p>买一个游戏的人，大多不想再多一个密码。所以可以直接以游客身份购买：选择，填邮箱，付款，查看卡密。</p>
<ol><li><strong>同一部手机？</strong>浏览器记得您的订单，打开<a href="/lookup">查询订单</a>。</li><li><strong>另一台设备？</strong>输入购买时的邮箱，我们会把新链接发到这个邮箱，而且只发到这里。</li><li><strong>没收到邮件？</strong>先看看垃圾邮件，再带上订单号写信给我们。</li></ol>
<p>经常购买的话，注册账户更划算：有会员价、余额，所有卡密都在一个列表里。</p>`,
  },
  "b-d-p-q": {
    title: "b、d、p、q 不是同一个字母",
    summary: "《字怀》课程的一页：为什么只是翻转过来的字母，看起来总有点醉。",
    content: `<p>用纸剪一个 <em>b</em>，翻过来就是 <em>d</em>，再翻就是 <em>p</em> 和 <em>q</em>。一张图似乎能当四个字母用，可每位字体设计师都画四个。</p>
<p>原因在眼睛：它从左边读起，并且期待重量在下面。<em>p</em> 的碗挂在竖笔上，<em>b</em> 的碗坐在线上。把一个变成另一个，它就会下垂。</p>
<blockquote><p>先画白，黑会跟来。</p></blockquote>
<p>这句话是<a href="/products/counterform">《字怀》</a>的第一课，也是第十四课。</p>`,
  },
  "delivery-of-handmade-orders": {
    title: "手绘肖像：目前需要五个工作日",
    summary: "卡密照常几秒到手。手绘肖像目前需要五个工作日。",
    content: `<p>凡是卡密、链接或文字，付款到账就交付，不分昼夜。只有<a href="/products/portrait-commission">手绘肖像</a>需要一个人，而人要睡觉：请预留五个工作日。</p>
<p>文件完成之前，订单页会显示“处理中”；完成的那一刻，我们会写信给您。</p>`,
  },
};

const sample = "<p><em>这是示例商店的文字。正式销售之前，请在设置里替换。</em></p>";

export const chineseSettings = {
  terms: `${sample}
<h2>您购买的是什么</h2><p>数字商品：卡密、账号、链接、文字，以及按单制作的作品。具体内容以商品页为准。</p>
<h2>合同何时成立</h2><p>付款时成立。在此之前，商品为您保留十五分钟。</p>
<h2>交付</h2><p>付款后立即交付，在订单页和邮件里。手工作品按商品页写明的时间交付。</p>
<h2>价格</h2><p>所有价格均为最终价格，优惠在付款前显示。</p>`,
  privacy: `${sample}
<h2>我们保存什么</h2><p>您的邮箱、订单内容，以及下单时的网络地址（用于防止欺诈）。注册账户还保存昵称和密码，密码只保存哈希值。</p>
<h2>我们不保存什么</h2><p>银行卡号和银行资料：它们只交给支付服务商。</p>
<h2>谁会得到这些资料</h2><p>除了您选择的支付服务商，没有别人；它只得到需要的部分。</p>
<h2>您的权利</h2><p>写信给我们，就可以查看、更正或删除关于您的资料。</p>`,
  refund: `${sample}
<h2>卡密无法使用</h2><p>请在十四天内带上订单号写信给我们，由您选择更换或退款。</p>
<h2>卡密可以使用</h2><p>一经显示不能退回，因为没有人能证明它没有被使用。</p>
<h2>已付款但未交付</h2><p>如果一天之内无法交付，我们会主动退款。</p>`,
};

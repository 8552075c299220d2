import type { Words } from './en';

/** 管理页面与设置的中文文字。 */
export const admin: Words['admin'] = {
  store: '保存', discard: '放弃更改', stored: '已保存', edit: '更改', remove: '删除', name: '名称', kind: '类型', more: '更多', yes: '是', no: '否', unchanged: '不变',
  typeName: '此操作不能撤销。输入名称以确认',
  theirs: (value: string, who: string) => `现为 ${value}${who ? `，由 ${who} 保存` : ''}`,
  changedMeanwhile: '设置已被他人更改，已重新读取。你输入的内容仍在：确认后再保存。',
  groups: { limits: '上限', keep: '保留', quota: '配额', defaults: '任务默认值', handOver: '投递' },
  isSet: '已设置', unset: '无', destination: '目的地',
  whoChanged: '更改记录', noChanges: '没有更改记录。', noneAmong: (n) => `最新的 ${n} 条审计记录中没有。`, inAudit: '搜索审计记录', entries: (shown, all) => `已载入 ${all} 条，显示 ${shown} 条`,
  emptyRecurring: '没有周期任务。定义第一个：', define: '定义周期任务', nextTicks: '下次触发', lastTick: '上次触发', pending: '已排定', missed: '错过的触发', runOnce: '立即运行一次', ranOnce: '已安排', partly: '只有能查看内容的角色才能更改。', binary: '内容不是文本，保持不变。', every: '每隔',
  cronHint: '分、时、日、月、星期；六段时第一段为秒。也可用 @daily。',
  missedWhat: { LATEST: '运行最近一次', ALL: '逐次运行', NONE: '跳过' },
  noTask: '没有这个操作，或时间太久：只保留最近 100 个。',
  emptyTasks: '没有后台操作。大批更改在这里运行，也可停止。先统计更改会影响多少：',
  engine: '存储', version: '版本', clock: '存储时钟', durable: '重启后仍在', shared: '多服务器共用', findings: '检查结果',
  backup: '备份', backedUp: '已备份', folder: '文件夹', folderHint: '服务器上的绝对路径；文件夹为空或尚不存在。',
  server: '当前服务器', serverHint: '这里的更改只影响此服务器。', logLevel: '日志级别', reload: '重新读取设置', reloaded: '已重新读取设置', afterRestart: '重启后生效',
  emptyTargets: '没有投递目标。到期任务可以投递到消息代理或 HTTP 端点：', addTarget: '添加目标', isTarget: '已有同名的目标。', targetChanged: '目标已被他人更改。请关闭后重新打开。', fromFile: '由文件声明', openUntil: '在此之前不发送：', inFlight: (n) => `${n} 条等待确认`,
  breaker: { unused: '未使用', closed: '正常', open: '失败', halfOpen: '试探中' },
  targetQueues: '其管理员可以使用它的队列', onlyStoreAdmins: '仅限存储管理员', settingLines: '设置，每行一个 NAME=VALUE', secretHint: '机密由服务器上的文件或环境变量指定，例如 passwordFile。',
  emptyTokens: '没有令牌：能在本机访问此服务器的人可以做任何事。先创建管理员令牌：', makeToken: '创建令牌', grant: '授权', queuePatterns: '队列，例如 orders* mail', expires: '到期', expiresAfter: '有效期', requestRate: '每秒请求数', jobRate: '每秒安排的任务数', made: '创建于', rotate: '更换密钥', revoke: '吊销', sessions: '已登录的人员', signedInAt: '登录于', endSession: '结束会话', sessionEnded: '会话已结束', formerUntil: '旧密钥有效至',
  rotateHint: '旧密钥在一小时内仍然有效。', secretOf: '密钥：', secretOnce: '只在此时显示：关闭前请先复制。',
  lastAdmin: '这是最后一个拥有全部权限的令牌。没有它，只能用命令行（停止服务器后，或通过文件）重新创建令牌。',
  did: { 'PATCH …': '更改了设置', 'DELETE …': '删除了队列', 'PATCH …/jobs/{id}': '改期或编辑了任务', 'DELETE …/jobs/{id}': '取消了任务', 'PUT …/jobs/{id}': '创建了任务', 'DELETE …/jobs': '取消了任务', 'POST …/jobs/cancel': '取消了任务', 'POST …/jobs/shift': '平移了任务', 'POST …/jobs/reschedule': '改期了任务', 'POST …/jobs/change': '更改了任务', 'POST …/redrive': '重新投递了死信', 'POST …/purge': '清除了死信', 'PUT …/recurring/{name}': '定义了周期任务', 'DELETE …/recurring/{name}': '删除了周期任务', 'POST …/recurring/{name}/run': '运行了一次周期任务', paused: '暂停了', resumed: '恢复了' } as Record<string, string>,
};

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
  <context>
    <name>ArchitecturesWindow</name>
    <message>
      <source>&amp;Add model</source>
      <translation>添加模型(&amp;A)</translation>
    </message>
    <message>
      <source>&amp;Equal fields too</source>
      <translation>也显示相同的字段(&amp;E)</translation>
    </message>
    <message>
      <source>&amp;Remove model</source>
      <translation>移除模型(&amp;R)</translation>
    </message>
    <message>
      <source>Add a model to see where they differ.</source>
      <translation>添加一个模型，即可看到差异。</translation>
    </message>
    <message>
      <source>Architectures side by side</source>
      <translation>并列比较架构</translation>
    </message>
    <message>
      <source>From &amp;preset…</source>
      <translation>来自预设(&amp;P)…</translation>
    </message>
    <message>
      <source>Model to compare</source>
      <translation>要比较的模型</translation>
    </message>
    <message>
      <source>{count} of {total} fields differ ({sign}, bold, on a ground of their own).</source>
      <translation>{total} 个字段中有 {count} 个不同（标有 {sign}，加粗，底色不同）。</translation>
    </message>
  </context>
  <context>
    <name>BaselineBar</name>
    <message>
      <source>Clear baseline</source>
      <translation>清除基线</translation>
    </message>
    <message>
      <source>Compared with {name}</source>
      <translation>与“{name}”比较</translation>
    </message>
    <message>
      <source>Comparison with the baseline</source>
      <translation>与基线的比较</translation>
    </message>
    <message>
      <source>Results sho&amp;w:</source>
      <translation>结果显示(&amp;W)：</translation>
    </message>
    <message>
      <source>Results show</source>
      <translation>结果显示</translation>
    </message>
  </context>
  <context>
    <name>BlockPanel</name>
    <message>
      <source>&amp;Pass:</source>
      <translation>遍(&amp;P)：</translation>
    </message>
    <message>
      <source>&amp;Show:</source>
      <translation>显示(&amp;S)：</translation>
    </message>
    <message>
      <source>Copy as &amp;table</source>
      <translation>复制为表格(&amp;T)</translation>
    </message>
    <message>
      <source>Data flow</source>
      <translation>数据流</translation>
    </message>
    <message>
      <source>Layer group that is shown</source>
      <translation>显示的层组</translation>
    </message>
    <message>
      <source>No FLOPs and times of single operations: the ledger counts the FLOPs of a training step by layer group, and times it as a whole. {line}: {time}, forward and backward.</source>
      <translation>没有各操作的 FLOPs 和时间：明细账按层组计算训练步的 FLOPs，并把它作为整体计时。{line}：{time}，含前向和反向。</translation>
    </message>
    <message>
      <source>No scenario with a model is selected.</source>
      <translation>没有选中带模型的方案。</translation>
    </message>
    <message>
      <source>Pass that is shown</source>
      <translation>显示的一遍</translation>
    </message>
    <message>
      <source>Point at a step for its figures; click it, or use the arrow keys, for its line of the ledger. Ctrl and the wheel zoom.</source>
      <translation>指向一步可看到其数值；单击它或用方向键可转到明细账中的行。Ctrl 加滚轮缩放。</translation>
    </message>
    <message>
      <source>The ledger has neither FLOPs nor a time of this operation alone.</source>
      <translation>明细账中没有此操作单独的 FLOPs 和时间。</translation>
    </message>
    <message>
      <source>Whole model</source>
      <translation>整个模型</translation>
    </message>
    <message>
      <source>Whole model: {sums}</source>
      <translation>整个模型：{sums}</translation>
    </message>
    <message>
      <source>{name}: one of {count}</source>
      <translation>{name}：{count} 层之一</translation>
    </message>
    <message>
      <source>{text}. FLOPs, bytes and shapes of one of {tp} GPUs.</source>
      <translation>{text}。FLOP、字节和形状是 {tp} 个 GPU 之一的。</translation>
    </message>
  </context>
  <context>
    <name>BreakdownPanel</name>
    <message>
      <source>Back</source>
      <translation>后退</translation>
    </message>
    <message>
      <source>Breakdown</source>
      <translation>分解</translation>
    </message>
    <message>
      <source>Copy as a table</source>
      <translation>复制为表格</translation>
    </message>
    <message>
      <source>Double click or Enter opens it</source>
      <translation>双击或按 Enter 展开</translation>
    </message>
    <message>
      <source>How it is grouped</source>
      <translation>分组方式</translation>
    </message>
    <message>
      <source>Line of the ledger: {key}</source>
      <translation>明细账中的行：{key}</translation>
    </message>
    <message>
      <source>Nothing to break down: choose a scenario with a model.</source>
      <translation>没有可分解的内容：请选择带有模型的方案。</translation>
    </message>
    <message>
      <source>Show the part around this one (Backspace)</source>
      <translation>显示包含此部分的上一级（Backspace）</translation>
    </message>
    <message>
      <source>What is broken down</source>
      <translation>分解的量</translation>
    </message>
    <message>
      <source>{share} of {part}</source>
      <translation>占{part}的 {share}</translation>
    </message>
  </context>
  <context>
    <name>Calibrating</name>
    <message>
      <source>Calibrate {name}</source>
      <translation>校准 {name}</translation>
    </message>
    <message>
      <source>{count} points of {models}</source>
      <translation>{models} 的 {count} 个点</translation>
    </message>
  </context>
  <context>
    <name>CalibrationDialog</name>
    <message>
      <source>After</source>
      <translation>校准后</translation>
    </message>
    <message>
      <source>After, %</source>
      <translation>之后，%</translation>
    </message>
    <message>
      <source>After, ms</source>
      <translation>之后，ms</translation>
    </message>
    <message>
      <source>Before</source>
      <translation>校准前</translation>
    </message>
    <message>
      <source>Before, ms</source>
      <translation>之前，ms</translation>
    </message>
    <message>
      <source>Calibrate a GPU</source>
      <translation>校准 GPU</translation>
    </message>
    <message>
      <source>Constant</source>
      <translation>常数</translation>
    </message>
    <message>
      <source>Constants</source>
      <translation>常数</translation>
    </message>
    <message>
      <source>Constants by class.</source>
      <translation>按类别的常数。</translation>
    </message>
    <message>
      <source>Error before, %</source>
      <translation>之前误差，%</translation>
    </message>
    <message>
      <source>GPU</source>
      <translation>GPU</translation>
    </message>
    <message>
      <source>Measured against estimated</source>
      <translation>实测与估算</translation>
    </message>
    <message>
      <source>Measured, ms</source>
      <translation>实测，ms</translation>
    </message>
    <message>
      <source>Nothing was measured on a device of the GPUs table yet. Add this computer with its rates, then measure a calibration run.</source>
      <translation>GPU 表中的设备还没有任何测量。请先添加本机及其速率，然后做一次校准测量。</translation>
    </message>
    <message>
      <source>Point</source>
      <translation>测点</translation>
    </message>
    <message>
      <source>Residuals</source>
      <translation>残差</translation>
    </message>
    <message>
      <source>Three constants.</source>
      <translation>三个常数。</translation>
    </message>
    <message>
      <source>{count} of {all} points can be used. Median error {before:.1%} before, {after:.1%} after; nine in ten within {high_before:.1%} before, {high_after:.1%} after. {kind}</source>
      <translation>{all} 个点中有 {count} 个可用。误差中位数：校准前 {before:.1%}，校准后 {after:.1%}；九成的点校准前在 {high_before:.1%} 以内，校准后在 {high_after:.1%} 以内。{kind}</translation>
    </message>
    <message>
      <source>{name} ({count} points)</source>
      <translation>{name}（{count} 个点）</translation>
    </message>
    <message>
      <source>□ before, ● after; the line is perfect agreement, the dotted lines 25 % off. All times are of one block (or the LM head); whole models that are predicted with these constants follow from one block.</source>
      <translation>□ 校准前，● 校准后；实线为完全一致，虚线为相差 25 %。所有时间都是一个块（或 LM head）的时间；用这些常数预测的整个模型由一个块推得。</translation>
    </message>
  </context>
  <context>
    <name>Canvas</name>
    <message>
      <source>Data flow</source>
      <translation>数据流</translation>
    </message>
  </context>
  <context>
    <name>CheckpointDialog</name>
    <message>
      <source>&amp;Checkpoint</source>
      <translation>检查点(&amp;C)</translation>
    </message>
    <message>
      <source>&amp;Take its formats</source>
      <translation>采用其格式(&amp;T)</translation>
    </message>
    <message>
      <source>Against the &amp;model</source>
      <translation>对照模型(&amp;M)</translation>
    </message>
    <message>
      <source>Check a checkpoint</source>
      <translation>核对检查点</translation>
    </message>
    <message>
      <source>Checkpoints (*.safetensors *.gguf *.json);;All files (*)</source>
      <translation>检查点 (*.safetensors *.gguf *.json);;所有文件 (*)</translation>
    </message>
    <message>
      <source>Choose &amp;file…</source>
      <translation>选择文件(&amp;F)…</translation>
    </message>
    <message>
      <source>Choose f&amp;older…</source>
      <translation>选择文件夹(&amp;O)…</translation>
    </message>
    <message>
      <source>Choose the folder of a checkpoint, or one of its files.</source>
      <translation>请选择检查点的文件夹或其中一个文件。</translation>
    </message>
    <message>
      <source>Cop&amp;y the table</source>
      <translation>复制表格(&amp;Y)</translation>
    </message>
    <message>
      <source>File of a checkpoint</source>
      <translation>检查点文件</translation>
    </message>
    <message>
      <source>Findings</source>
      <translation>检查结果</translation>
    </message>
    <message>
      <source>Findings: {count}</source>
      <translation>检查结果：{count}</translation>
    </message>
    <message>
      <source>Folder of a checkpoint</source>
      <translation>检查点文件夹</translation>
    </message>
    <message>
      <source>Keep with the model in which formats these files store its parts; plans that state no weights use them. Of a part of several formats its exact bytes and elements are kept.</source>
      <translation>把这些文件各部分的存储格式记在模型上；未填写权重格式的方案会采用。含多种格式的部分记下其精确的字节数和元素数。</translation>
    </message>
    <message>
      <source>Reading {name} …</source>
      <translation>正在读取 {name} …</translation>
    </message>
    <message>
      <source>Take the formats of {name}</source>
      <translation>采用 {name} 的格式</translation>
    </message>
    <message>
      <source>The table on show as tab-separated text, with every digit</source>
      <translation>把显示的表格复制为制表符分隔的文本，保留全部位数</translation>
    </message>
    <message>
      <source>safetensors in {name}</source>
      <translation>{name} 中的 safetensors</translation>
    </message>
    <message>
      <source>{name} (not added yet)</source>
      <translation>{name}（尚未添加）</translation>
    </message>
    <message>
      <source>{name} has the formats of these files now, and the exact size of: {parts}.</source>
      <translation>{name} 现已采用这些文件的格式，并记下以下部分的精确大小：{parts}。</translation>
    </message>
    <message>
      <source>{name} has the formats of these files now.</source>
      <translation>{name} 现已采用这些文件的格式。</translation>
    </message>
    <message>
      <source>{name} was not read: {reason}.</source>
      <translation>未能读取 {name}：{reason}。</translation>
    </message>
  </context>
  <context>
    <name>ClassLegend</name>
    <message>
      <source>Classes of operation</source>
      <translation>操作的类别</translation>
    </message>
  </context>
  <context>
    <name>ColumnChooser</name>
    <message>
      <source>&amp;Close</source>
      <translation>关闭(&amp;C)</translation>
    </message>
    <message>
      <source>&amp;Default columns</source>
      <translation>默认列(&amp;D)</translation>
    </message>
    <message>
      <source>Column</source>
      <translation>列</translation>
    </message>
    <message>
      <source>Columns in grey have no part in the rows that are selected.</source>
      <translation>灰色的列对所选的行不起作用。</translation>
    </message>
    <message>
      <source>Columns of {table}</source>
      <translation>“{table}”的列</translation>
    </message>
    <message>
      <source>Meaning</source>
      <translation>含义</translation>
    </message>
    <message>
      <source>Move &amp;left</source>
      <translation>左移(&amp;L)</translation>
    </message>
    <message>
      <source>Move &amp;right</source>
      <translation>右移(&amp;R)</translation>
    </message>
    <message>
      <source>Results sho&amp;w:</source>
      <translation>结果显示(&amp;W)：</translation>
    </message>
    <message>
      <source>Row</source>
      <translation>行</translation>
    </message>
    <message>
      <source>Search by title, group or meaning</source>
      <translation>按标题、分组或含义搜索</translation>
    </message>
    <message>
      <source>Search for a column</source>
      <translation>搜索列</translation>
    </message>
    <message>
      <source>Show &amp;all</source>
      <translation>全部显示(&amp;A)</translation>
    </message>
    <message>
      <source>Unit</source>
      <translation>单位</translation>
    </message>
  </context>
  <context>
    <name>Commands</name>
    <message>
      <source>&amp;Copy</source>
      <translation>复制(&amp;C)</translation>
    </message>
    <message>
      <source>&amp;Move rows up</source>
      <translation>上移行(&amp;M)</translation>
    </message>
    <message>
      <source>&amp;Paste</source>
      <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
      <source>C&amp;lear to default</source>
      <translation>清除为默认值(&amp;L)</translation>
    </message>
    <message>
      <source>Cop&amp;y with headings</source>
      <translation>连同标题复制(&amp;Y)</translation>
    </message>
    <message>
      <source>Cu&amp;t</source>
      <translation>剪切(&amp;T)</translation>
    </message>
    <message>
      <source>Delete ro&amp;ws</source>
      <translation>删除行(&amp;W)</translation>
    </message>
    <message>
      <source>Duplicate r&amp;ows</source>
      <translation>复制行(&amp;O)</translation>
    </message>
    <message>
      <source>Ed&amp;it cell</source>
      <translation>编辑单元格(&amp;I)</translation>
    </message>
    <message>
      <source>Fill &amp;down</source>
      <translation>向下填充(&amp;D)</translation>
    </message>
    <message>
      <source>Fill &amp;series</source>
      <translation>填充序列(&amp;S)</translation>
    </message>
    <message>
      <source>Fill rig&amp;ht</source>
      <translation>向右填充(&amp;H)</translation>
    </message>
    <message>
      <source>Insert row &amp;above</source>
      <translation>在上方插入行(&amp;A)</translation>
    </message>
    <message>
      <source>Insert row &amp;below</source>
      <translation>在下方插入行(&amp;B)</translation>
    </message>
    <message>
      <source>Move rows dow&amp;n</source>
      <translation>下移行(&amp;N)</translation>
    </message>
    <message>
      <source>Nothing was changed</source>
      <translation>未作任何更改</translation>
    </message>
    <message>
      <source>Refresh free memory</source>
      <translation>刷新空闲显存</translation>
    </message>
    <message>
      <source>Save as preset…</source>
      <translation>存为预设…</translation>
    </message>
    <message>
      <source>The rows are sorted or grouped; show them in the order of the document to move one.</source>
      <translation>各行已排序或分组；要移动某一行，请先按文档顺序显示。</translation>
    </message>
    <message>
      <source>{count} cells cannot take their text, so nothing was changed.</source>
      <translation>有 {count} 个单元格不能接受其文本，因此未作任何更改。</translation>
    </message>
  </context>
  <context>
    <name>CompareDialog</name>
    <message>
      <source>&amp;Equal fields too</source>
      <translation>也显示相同的字段(&amp;E)</translation>
    </message>
    <message>
      <source>&amp;First row</source>
      <translation>第一行(&amp;F)</translation>
    </message>
    <message>
      <source>&amp;Second row</source>
      <translation>第二行(&amp;S)</translation>
    </message>
    <message>
      <source>Compare rows of {table}</source>
      <translation>比较“{table}”的行</translation>
    </message>
    <message>
      <source>Difference</source>
      <translation>差值</translation>
    </message>
    <message>
      <source>Field</source>
      <translation>字段</translation>
    </message>
    <message>
      <source>Percent</source>
      <translation>百分比</translation>
    </message>
    <message>
      <source>Row</source>
      <translation>行</translation>
    </message>
    <message>
      <source>{count} of {all} fields differ; the difference is that of the second row to the first.</source>
      <translation>{all} 个字段中有 {count} 个不同；差值为第二行相对第一行。</translation>
    </message>
  </context>
  <context>
    <name>Documents</name>
    <message>
      <source>&amp;Replace them</source>
      <translation>替换这些更改(&amp;R)</translation>
    </message>
    <message>
      <source>Changed on disk</source>
      <translation>磁盘上的文件已更改</translation>
    </message>
    <message>
      <source>Copy of {name}</source>
      <translation>{name} 的副本</translation>
    </message>
    <message>
      <source>Example</source>
      <translation>示例</translation>
    </message>
    <message>
      <source>Fitsheet workbooks (*{suffix});;All files (*)</source>
      <translation>Fitsheet 工作簿 (*{suffix});;所有文件 (*)</translation>
    </message>
    <message>
      <source>Looking for unsaved work …</source>
      <translation>正在查找未保存的工作 …</translation>
    </message>
    <message>
      <source>Looking for {name} …</source>
      <translation>正在查找 {name} …</translation>
    </message>
    <message>
      <source>Not all of {name} was opened</source>
      <translation>{name} 未全部打开</translation>
    </message>
    <message>
      <source>Open a &amp;copy</source>
      <translation>打开副本(&amp;C)</translation>
    </message>
    <message>
      <source>Open in another window</source>
      <translation>已在另一个窗口中打开</translation>
    </message>
    <message>
      <source>Open workbook</source>
      <translation>打开工作簿</translation>
    </message>
    <message>
      <source>Reading {name} and evaluating its scenarios …</source>
      <translation>正在读取 {name} 并计算其中的场景……</translation>
    </message>
    <message>
      <source>Save &amp;as…</source>
      <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
      <source>Save workbook</source>
      <translation>保存工作簿</translation>
    </message>
    <message>
      <source>Saved. The version before could not be kept as {name}: {reason}.</source>
      <translation>已保存。但无法将先前的版本保留为 {name}：{reason}。</translation>
    </message>
    <message>
      <source>Saving {name} …</source>
      <translation>正在保存 {name} …</translation>
    </message>
    <message>
      <source>The example cannot be opened</source>
      <translation>无法打开示例</translation>
    </message>
    <message>
      <source>The workbook was not saved</source>
      <translation>工作簿未保存</translation>
    </message>
    <message>
      <source>There is no unsaved work to recover.</source>
      <translation>没有可恢复的未保存内容。</translation>
    </message>
    <message>
      <source>Unsaved changes</source>
      <translation>有未保存的更改</translation>
    </message>
    <message>
      <source>Unsaved work was not looked for: {reason}.</source>
      <translation>没有查找未保存的工作：{reason}。</translation>
    </message>
    <message>
      <source>Untitled</source>
      <translation>未命名</translation>
    </message>
    <message>
      <source>What is shown is a copy: saving asks for a name.</source>
      <translation>当前显示的是副本：保存时会询问名称。</translation>
    </message>
    <message>
      <source>{name} has changes that are not saved.</source>
      <translation>{name} 有尚未保存的更改。</translation>
    </message>
    <message>
      <source>{name} is not saved, or not yet: its folder does not answer.</source>
      <translation>{name} 未保存，或尚未保存：其文件夹没有响应。</translation>
    </message>
    <message>
      <source>{name} is open in another window of Fitsheet. Go on there, or open a copy here, which is saved under a name of its own.</source>
      <translation>{name} 已在 Fitsheet 的另一个窗口中打开。请在那里继续，或在此打开一个副本，副本将以自己的名称保存。</translation>
    </message>
    <message>
      <source>{name} is open in another window of Fitsheet. Save under another name.</source>
      <translation>{name} 已在 Fitsheet 的另一个窗口中打开。请以其他名称保存。</translation>
    </message>
    <message>
      <source>{name} was changed by another program since it was opened here. Saving replaces those changes; they are kept as {backup}.</source>
      <translation>{name} 在此处打开之后被其他程序更改过。保存会替换那些更改；它们会保留为 {backup}。</translation>
    </message>
    <message>
      <source>{name} was not opened</source>
      <translation>{name} 未打开</translation>
    </message>
  </context>
  <context>
    <name>ExportDialog</name>
    <message>
      <source>&amp;Export…</source>
      <translation>导出(&amp;E)…</translation>
    </message>
    <message>
      <source>&amp;Format</source>
      <translation>格式(&amp;F)</translation>
    </message>
    <message>
      <source>Chart (PNG)</source>
      <translation>图表 (PNG)</translation>
    </message>
    <message>
      <source>Chart (SVG)</source>
      <translation>图表 (SVG)</translation>
    </message>
    <message>
      <source>Every line of every ledger as a live formula over named input cells</source>
      <translation>每个明细账的每一行都是引用命名输入单元格的活公式</translation>
    </message>
    <message>
      <source>Every line with every digit, its formula and its numbers</source>
      <translation>每一行的全部数位、公式和数值</translation>
    </message>
    <message>
      <source>Export</source>
      <translation>导出</translation>
    </message>
    <message>
      <source>Format</source>
      <translation>格式</translation>
    </message>
    <message>
      <source>Memory per GPU as a drawing that scales</source>
      <translation>每 GPU 显存，可缩放的矢量图</translation>
    </message>
    <message>
      <source>Memory per GPU as a picture</source>
      <translation>每 GPU 显存，位图</translation>
    </message>
    <message>
      <source>Nothing was exported</source>
      <translation>没有导出任何内容</translation>
    </message>
    <message>
      <source>Only the &amp;selected scenarios ({count})</source>
      <translation>仅所选方案 ({count})(&amp;S)</translation>
    </message>
    <message>
      <source>Report (Markdown)</source>
      <translation>报告 (Markdown)</translation>
    </message>
    <message>
      <source>Report (PDF)</source>
      <translation>报告 (PDF)</translation>
    </message>
    <message>
      <source>Spreadsheet (XLSX)</source>
      <translation>电子表格 (XLSX)</translation>
    </message>
    <message>
      <source>Table (CSV)</source>
      <translation>表格 (CSV)</translation>
    </message>
    <message>
      <source>Tables, assumptions and sources as text</source>
      <translation>以文本给出表格、假设和来源</translation>
    </message>
    <message>
      <source>The same with the chart, on A4</source>
      <translation>同上并附图表，A4 纸</translation>
    </message>
  </context>
  <context>
    <name>FilterDialog</name>
    <message>
      <source>&amp;And</source>
      <translation>与(&amp;A)</translation>
    </message>
    <message>
      <source>&amp;Rows whose {title}</source>
      <translation>行的 {title}(&amp;R)</translation>
    </message>
    <message>
      <source>&amp;Value</source>
      <translation>值(&amp;V)</translation>
    </message>
    <message>
      <source>Filter by {title}</source>
      <translation>按 {title} 筛选</translation>
    </message>
  </context>
  <context>
    <name>FindDialog</name>
    <message>
      <source>&amp;Find</source>
      <translation>查找(&amp;F)</translation>
    </message>
    <message>
      <source>&amp;Replace</source>
      <translation>替换(&amp;R)</translation>
    </message>
    <message>
      <source>&amp;Whole cell</source>
      <translation>整个单元格(&amp;W)</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>关闭</translation>
    </message>
    <message>
      <source>Find and replace</source>
      <translation>查找和替换</translation>
    </message>
    <message>
      <source>Find and replace in {table}</source>
      <translation>在“{table}”中查找和替换</translation>
    </message>
    <message>
      <source>Find ne&amp;xt</source>
      <translation>查找下一个(&amp;X)</translation>
    </message>
    <message>
      <source>Find pre&amp;vious</source>
      <translation>查找上一个(&amp;V)</translation>
    </message>
    <message>
      <source>Match &amp;case</source>
      <translation>区分大小写(&amp;C)</translation>
    </message>
    <message>
      <source>Re&amp;place with</source>
      <translation>替换为(&amp;P)</translation>
    </message>
    <message>
      <source>Replace &amp;all</source>
      <translation>全部替换(&amp;A)</translation>
    </message>
    <message>
      <source>This cell is computed and cannot be changed.</source>
      <translation>此单元格是计算得出的，不能更改。</translation>
    </message>
    <message>
      <source>What was found</source>
      <translation>查找结果</translation>
    </message>
    <message>
      <source>{place} of {count}</source>
      <translation>第 {place} 个，共 {count} 个</translation>
    </message>
    <message>
      <source>“{text}” stands in no cell on show.</source>
      <translation>显示的单元格中没有“{text}”。</translation>
    </message>
    <message>
      <source>“{text}” stands in no cell that can be edited.</source>
      <translation>可编辑的单元格中没有“{text}”。</translation>
    </message>
  </context>
  <context>
    <name>Guide</name>
    <message>
      <source>&amp;Next</source>
      <translation>下一个(&amp;N)</translation>
    </message>
    <message>
      <source>Guide</source>
      <translation>指南</translation>
    </message>
    <message>
      <source>Search the guide</source>
      <translation>搜索指南</translation>
    </message>
    <message>
      <source>Sections of the guide</source>
      <translation>指南章节</translation>
    </message>
    <message>
      <source>{count} places</source>
      <translation>{count} 处</translation>
    </message>
  </context>
  <context>
    <name>HistoryDialog</name>
    <message>
      <source>&amp;Delete</source>
      <translation>删除(&amp;D)</translation>
    </message>
    <message>
      <source>&amp;Export…</source>
      <translation>导出(&amp;E)…</translation>
    </message>
    <message>
      <source>All devices</source>
      <translation>所有设备</translation>
    </message>
    <message>
      <source>Attention</source>
      <translation>注意力</translation>
    </message>
    <message>
      <source>Blocks in turn</source>
      <translation>轮换的块</translation>
    </message>
    <message>
      <source>Date</source>
      <translation>日期</translation>
    </message>
    <message>
      <source>Decode, ms</source>
      <translation>解码，ms</translation>
    </message>
    <message>
      <source>Delete the selected measurements: {count}? This cannot be undone.</source>
      <translation>删除所选的 {count} 个测量？此操作无法撤销。</translation>
    </message>
    <message>
      <source>Device</source>
      <translation>设备</translation>
    </message>
    <message>
      <source>Earlier, ms</source>
      <translation>较早，ms</translation>
    </message>
    <message>
      <source>Export measurements</source>
      <translation>导出测量</translation>
    </message>
    <message>
      <source>Head, ms</source>
      <translation>Head，ms</translation>
    </message>
    <message>
      <source>History of measurements</source>
      <translation>测量历史</translation>
    </message>
    <message>
      <source>Later over earlier</source>
      <translation>较晚与较早之比</translation>
    </message>
    <message>
      <source>Later, ms</source>
      <translation>较晚，ms</translation>
    </message>
    <message>
      <source>Lower quartile</source>
      <translation>下四分位数</translation>
    </message>
    <message>
      <source>Measurements</source>
      <translation>测量</translation>
    </message>
    <message>
      <source>Peak, MiB</source>
      <translation>峰值，MiB</translation>
    </message>
    <message>
      <source>Point</source>
      <translation>测点</translation>
    </message>
    <message>
      <source>Points</source>
      <translation>测点</translation>
    </message>
    <message>
      <source>Prefill, ms</source>
      <translation>预填充，ms</translation>
    </message>
    <message>
      <source>Said</source>
      <translation>说明</translation>
    </message>
    <message>
      <source>Samples</source>
      <translation>样本</translation>
    </message>
    <message>
      <source>Scenario</source>
      <translation>方案</translation>
    </message>
    <message>
      <source>Select two to compare them.</source>
      <translation>选择两项进行比较。</translation>
    </message>
    <message>
      <source>State</source>
      <translation>状态</translation>
    </message>
    <message>
      <source>These are of two devices: {first}; {second}.</source>
      <translation>这两项来自两个设备：{first}；{second}。</translation>
    </message>
    <message>
      <source>Type</source>
      <translation>类型</translation>
    </message>
    <message>
      <source>Upper quartile</source>
      <translation>上四分位数</translation>
    </message>
    <message>
      <source>Written to {name}</source>
      <translation>已写入 {name}</translation>
    </message>
    <message>
      <source>its scenario is gone</source>
      <translation>其方案已不存在</translation>
    </message>
    <message>
      <source>ms</source>
      <translation>ms</translation>
    </message>
    <message>
      <source>stale: the row has changed since</source>
      <translation>已过时：此行之后已更改</translation>
    </message>
    <message>
      <source>unsteady machine</source>
      <translation>机器不稳定</translation>
    </message>
  </context>
  <context>
    <name>ImportDialog</name>
    <message>
      <source>&amp;Add the model</source>
      <translation>添加模型(&amp;A)</translation>
    </message>
    <message>
      <source>&amp;Name</source>
      <translation>名称(&amp;N)</translation>
    </message>
    <message>
      <source>&amp;Text of the config, to be amended here</source>
      <translation>配置文本，可在此修改(&amp;T)</translation>
    </message>
    <message>
      <source>Check&amp;point…</source>
      <translation>检查点(&amp;P)…</translation>
    </message>
    <message>
      <source>Choose &amp;file…</source>
      <translation>选择文件(&amp;F)…</translation>
    </message>
    <message>
      <source>Choose f&amp;older…</source>
      <translation>选择文件夹(&amp;O)…</translation>
    </message>
    <message>
      <source>Config of a model</source>
      <translation>模型配置</translation>
    </message>
    <message>
      <source>Configs and checkpoints (*.json *.safetensors *.gguf);;All files (*)</source>
      <translation>配置和检查点 (*.json *.safetensors *.gguf);;所有文件 (*)</translation>
    </message>
    <message>
      <source>Folder of a model</source>
      <translation>模型文件夹</translation>
    </message>
    <message>
      <source>Hold the tensors in the folder against the ledger of this model</source>
      <translation>把文件夹中的张量与此模型的明细账核对</translation>
    </message>
    <message>
      <source>Model from config</source>
      <translation>从配置导入模型</translation>
    </message>
    <message>
      <source>Paste the text of a config.json here</source>
      <translation>在此粘贴 config.json 的文本</translation>
    </message>
    <message>
      <source>Reading {name} …</source>
      <translation>正在读取 {name} …</translation>
    </message>
    <message>
      <source>Text of the config</source>
      <translation>配置文本</translation>
    </message>
    <message>
      <source>What is changed here is read again at once; no file is changed.</source>
      <translation>在此所作的修改会立即重新读取；文件不会改变。</translation>
    </message>
    <message>
      <source>{name} was not read: {reason}.</source>
      <translation>未能读取 {name}：{reason}。</translation>
    </message>
  </context>
  <context>
    <name>LaunchDialog</name>
    <message>
      <source>&amp;Copy</source>
      <translation>复制(&amp;C)</translation>
    </message>
    <message>
      <source>Command</source>
      <translation>命令</translation>
    </message>
    <message>
      <source>Flag</source>
      <translation>参数</translation>
    </message>
    <message>
      <source>Flags</source>
      <translation>参数</translation>
    </message>
    <message>
      <source>Launch line of {scenario}</source>
      <translation>{scenario} 的启动命令</translation>
    </message>
    <message>
      <source>Lines that begin with # are what the program has no flag for; a shell passes them over.</source>
      <translation>以 # 开头的行是该程序没有对应参数的内容；shell 会跳过它们。</translation>
    </message>
    <message>
      <source>Source</source>
      <translation>来源</translation>
    </message>
    <message>
      <source>What of the plan it says</source>
      <translation>对应方案中的什么</translation>
    </message>
  </context>
  <context>
    <name>LedgerView</name>
    <message>
      <source>Ledger</source>
      <translation>明细账</translation>
    </message>
  </context>
  <context>
    <name>MarkLegend</name>
    <message>
      <source>Marks of the roofline</source>
      <translation>屋顶线的标记</translation>
    </message>
  </context>
  <context>
    <name>MatrixControls</name>
    <message>
      <source>&amp;GPUs</source>
      <translation>&amp;GPU</translation>
    </message>
    <message>
      <source>&amp;Load of</source>
      <translation>负载取自(&amp;L)</translation>
    </message>
    <message>
      <source>&amp;Models</source>
      <translation>模型(&amp;M)</translation>
    </message>
    <message>
      <source>&amp;More formats</source>
      <translation>更多格式(&amp;M)</translation>
    </message>
    <message>
      <source>&amp;Only models and GPUs where something fits</source>
      <translation>只显示有方案放得下的模型和 GPU(&amp;O)</translation>
    </message>
    <message>
      <source>&amp;Result</source>
      <translation>结果(&amp;R)</translation>
    </message>
    <message>
      <source>&amp;Weights</source>
      <translation>权重(&amp;W)</translation>
    </message>
    <message>
      <source>Name, family or “70b, 8b”</source>
      <translation>名称、系列或“70b, 8b”</translation>
    </message>
    <message>
      <source>Name, vendor or “l40s, h100”</source>
      <translation>名称、厂商或“l40s, h100”</translation>
    </message>
    <message>
      <source>Presets</source>
      <translation>预设</translation>
    </message>
    <message>
      <source>Rows &amp;from</source>
      <translation>行来自(&amp;F)</translation>
    </message>
    <message>
      <source>Workbook</source>
      <translation>工作簿</translation>
    </message>
    <message>
      <source>Workbook and presets</source>
      <translation>工作簿和预设</translation>
    </message>
    <message>
      <source>as stated</source>
      <translation>按原设定</translation>
    </message>
    <message>
      <source>the standard scenario</source>
      <translation>标准方案</translation>
    </message>
    <message>
      <source>{name} (on show)</source>
      <translation>{name}（当前显示）</translation>
    </message>
  </context>
  <context>
    <name>MatrixWindow</name>
    <message>
      <source>&amp;Copy</source>
      <translation>复制(&amp;C)</translation>
    </message>
    <message>
      <source>Add scenario {name}</source>
      <translation>添加方案 {name}</translation>
    </message>
    <message>
      <source>Cancelled: {count} of {total} rows are answered. Another edit asks again.</source>
      <translation>已取消：{total} 行中有 {count} 行已算出。再次编辑会重新计算。</translation>
    </message>
    <message>
      <source>Does not fit</source>
      <translation>放不下</translation>
    </message>
    <message>
      <source>Fits</source>
      <translation>放得下</translation>
    </message>
    <message>
      <source>GPUs at the least TP with which it fits; all else as in the scenario</source>
      <translation>放得下的最小 TP 所用的 GPU 数；其余与方案相同</translation>
    </message>
    <message>
      <source>GiB of each GPU that stay free; − is missing</source>
      <translation>每个 GPU 剩余的 GiB；− 表示不足</translation>
    </message>
    <message>
      <source>GiB that the fullest GPU needs</source>
      <translation>占用最多的 GPU 所需的 GiB</translation>
    </message>
    <message>
      <source>Matrix of models and GPUs</source>
      <translation>模型与 GPU 矩阵</translation>
    </message>
    <message>
      <source>Milliseconds per output token of one request, where it fits</source>
      <translation>放得下时，一个请求每个输出 token 的毫秒数</translation>
    </message>
    <message>
      <source>No GPU has this in its name, its family or its memory.</source>
      <translation>没有 GPU 的名称、系列或显存与此相符。</translation>
    </message>
    <message>
      <source>No model has this in its name, its family or its size.</source>
      <translation>没有模型的名称、系列或规模与此相符。</translation>
    </message>
    <message>
      <source>Nothing fits under this load.</source>
      <translation>在此负载下没有放得下的方案。</translation>
    </message>
    <message>
      <source>Open as &amp;scenario</source>
      <translation>作为方案打开(&amp;S)</translation>
    </message>
    <message>
      <source>Save as CS&amp;V…</source>
      <translation>另存为 CS&amp;V…</translation>
    </message>
    <message>
      <source>Scenario {name} is on show</source>
      <translation>正在显示方案 {name}</translation>
    </message>
    <message>
      <source>The cell in words</source>
      <translation>单元格的文字说明</translation>
    </message>
    <message>
      <source>There are no GPUs yet: insert one, or take the rows from the presets.</source>
      <translation>还没有 GPU：请插入一个，或改用预设中的行。</translation>
    </message>
    <message>
      <source>There are no models yet: insert one, or take the rows from the presets.</source>
      <translation>还没有模型：请插入一个，或改用预设中的行。</translation>
    </message>
    <message>
      <source>This cell is not answered yet.</source>
      <translation>此单元格尚未算出。</translation>
    </message>
    <message>
      <source>Tight</source>
      <translation>紧张</translation>
    </message>
    <message>
      <source>Tokens per second of all requests, where it fits</source>
      <translation>放得下时，全部请求的每秒 token 数</translation>
    </message>
    <message>
      <source>USD per million output tokens at the lowest price of the GPU's row, where it fits</source>
      <translation>放得下时，每百万输出 token 的美元成本，按 GPU 行中的最低价格</translation>
    </message>
    <message>
      <source>Unknown</source>
      <translation>未知</translation>
    </message>
    <message>
      <source>{name} was written</source>
      <translation>已写入 {name}</translation>
    </message>
  </context>
  <context>
    <name>Measurement</name>
    <message>
      <source> (signal 9: often the system does this when memory runs out)</source>
      <translation>（信号 9：内存耗尽时系统常会这样做）</translation>
    </message>
    <message>
      <source> (signal {number})</source>
      <translation>（信号 {number}）</translation>
    </message>
    <message>
      <source>; {count} lines that it printed were no messages</source>
      <translation>；它输出的 {count} 行不是消息</translation>
    </message>
    <message>
      <source>Cancelled before anything was measured</source>
      <translation>尚未测量任何内容即已取消</translation>
    </message>
    <message>
      <source>Cancelled; the measuring process did not answer and was ended</source>
      <translation>已取消；测量进程没有应答，已被结束</translation>
    </message>
    <message>
      <source>Measured</source>
      <translation>实测</translation>
    </message>
    <message>
      <source>The measurement failed</source>
      <translation>测量失败</translation>
    </message>
    <message>
      <source>The measuring process ended with status {status} before it had answered</source>
      <translation>测量进程还没有应答就以状态 {status} 结束</translation>
    </message>
    <message>
      <source>The measuring process gave no answer in {seconds} s and was ended</source>
      <translation>测量进程在 {seconds} 秒内没有应答，已被结束</translation>
    </message>
    <message>
      <source>The measuring process was ended from outside or broke down</source>
      <translation>测量进程被外部结束或崩溃</translation>
    </message>
    <message>
      <source>The measuring program is missing: {folder}</source>
      <translation>缺少测量程序：{folder}</translation>
    </message>
    <message>
      <source>The measuring program speaks version {theirs} of the language, not {ours}</source>
      <translation>测量程序使用的协议版本是 {theirs}，而不是 {ours}</translation>
    </message>
    <message>
      <source>{program} answers</source>
      <translation>{program} 有应答</translation>
    </message>
    <message>
      <source>{program} could not be started: {reason}</source>
      <translation>无法启动 {program}：{reason}</translation>
    </message>
    <message>
      <source>{python} did not answer. Choose another Python in the Measure menu, or try again.</source>
      <translation>{python} 没有响应。请在“测量”菜单中选择另一个 Python，或重试。</translation>
    </message>
  </context>
  <context>
    <name>Measuring</name>
    <message>
      <source>All-reduces of {ranks} ranks: {latency:.3g} µs and {rate:.4g} GB/s, written to {name}.</source>
      <translation>{ranks} 个 rank 的 all-reduce：{latency:.3g} µs 和 {rate:.4g} GB/s，已写入 {name}。</translation>
    </message>
    <message>
      <source>Cancelling</source>
      <translation>正在取消</translation>
    </message>
    <message>
      <source>Choose a scenario that has a model: its block is what gets measured.</source>
      <translation>请选择一个有模型的方案：测量的是它的块。</translation>
    </message>
    <message>
      <source>Link of {name}</source>
      <translation>{name} 的链路</translation>
    </message>
    <message>
      <source>Measured {name} on {device}.</source>
      <translation>已在 {device} 上测量 {name}。</translation>
    </message>
    <message>
      <source>No Python was found to run the measurement: choose one in the Measure menu.</source>
      <translation>没有找到运行测量的 Python：请在“测量”菜单中选择。</translation>
    </message>
    <message>
      <source>Rates of {name}</source>
      <translation>{name} 的速率</translation>
    </message>
    <message>
      <source>Starting</source>
      <translation>正在启动</translation>
    </message>
    <message>
      <source>The all-reduces show no rate: larger ones did not take longer.</source>
      <translation>all-reduce 得不出速率：更大的并没有用更长时间。</translation>
    </message>
    <message>
      <source>all-reduces</source>
      <translation>all-reduce</translation>
    </message>
    <message>
      <source>copy {rate:.4g} GB/s</source>
      <translation>复制 {rate:.4g} GB/s</translation>
    </message>
    <message>
      <source>read {rate:.4g} GB/s</source>
      <translation>读取 {rate:.4g} GB/s</translation>
    </message>
    <message>
      <source>this computer</source>
      <translation>本机</translation>
    </message>
    <message>
      <source>{name} was added with the rates it achieved: {rates}.</source>
      <translation>已添加 {name}，并填入其达到的速率：{rates}。</translation>
    </message>
    <message>
      <source>{name} was added without rates, which need torch. {reason}</source>
      <translation>已添加 {name}，但没有速率，因为测速需要 torch。{reason}</translation>
    </message>
    <message>
      <source>{name}: this workbook has no such scenario.</source>
      <translation>{name}：此工作簿中没有这个方案。</translation>
    </message>
    <message>
      <source>{ranks} ranks: {latency:.3g} µs and {rate:.4g} GB/s, but no row of the GPUs is this device. Add it first.</source>
      <translation>{ranks} 个 rank：{latency:.3g} µs 和 {rate:.4g} GB/s，但 GPU 表中没有此设备的行。请先添加。</translation>
    </message>
    <message>
      <source>{sentence}; {count} points of {name} are kept.</source>
      <translation>{sentence}；保留 {name} 的 {count} 个点。</translation>
    </message>
  </context>
  <context>
    <name>ModelFigures</name>
    <message>
      <source>Active per token</source>
      <translation>每 token 激活参数</translation>
    </message>
    <message>
      <source>KV per token, bf16</source>
      <translation>每 token KV，bf16</translation>
    </message>
    <message>
      <source>Layers</source>
      <translation>层数</translation>
    </message>
    <message>
      <source>Parameters</source>
      <translation>参数量</translation>
    </message>
  </context>
  <context>
    <name>OperatorsPanel</name>
    <message>
      <source>&amp;Pass:</source>
      <translation>遍(&amp;P)：</translation>
    </message>
    <message>
      <source>Choose a scenario that has a model to see the calls of its passes.</source>
      <translation>选择一个有模型的方案，查看其各遍的调用。</translation>
    </message>
    <message>
      <source>No times: a training plan, or its Findings say what is blank.</source>
      <translation>没有时间：这是训练计划，或者提示里写明了哪个单元格空着。</translation>
    </message>
    <message>
      <source>Operators</source>
      <translation>算子</translation>
    </message>
    <message>
      <source>Pass whose operators are shown</source>
      <translation>显示哪一遍的算子</translation>
    </message>
    <message>
      <source>Terms of all calls: {told}. The largest: {bound}.</source>
      <translation>所有调用的各项：{told}。最大的是{bound}。</translation>
    </message>
    <message>
      <source>{whole} on one GPU.</source>
      <translation>单个 GPU 上 {whole}。</translation>
    </message>
    <message>
      <source>{whole} with each layer on {tp} GPUs; the calls are those of one of them.</source>
      <translation>{whole}，每层分布在 {tp} 个 GPU 上；所列为其中一个的调用。</translation>
    </message>
  </context>
  <context>
    <name>PreferencesDialog</name>
    <message>
      <source> pt</source>
      <translation> pt</translation>
    </message>
    <message>
      <source>&amp;Another font than the system's</source>
      <translation>不用系统字体(&amp;A)</translation>
    </message>
    <message>
      <source>&amp;Colours</source>
      <translation>颜色(&amp;C)</translation>
    </message>
    <message>
      <source>&amp;Language</source>
      <translation>语言(&amp;L)</translation>
    </message>
    <message>
      <source>&amp;Only columns of the selected load</source>
      <translation>只显示所选负载的列(&amp;O)</translation>
    </message>
    <message>
      <source>&amp;Zoom</source>
      <translation>缩放(&amp;Z)</translation>
    </message>
    <message>
      <source>As the system</source>
      <translation>跟随系统</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>深色</translation>
    </message>
    <message>
      <source>Font</source>
      <translation>字体</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>浅色</translation>
    </message>
    <message>
      <source>Preferences</source>
      <translation>首选项</translation>
    </message>
    <message>
      <source>Size of the font</source>
      <translation>字号</translation>
    </message>
  </context>
  <context>
    <name>PresetDialog</name>
    <message>
      <source>Family</source>
      <translation>系列</translation>
    </message>
    <message>
      <source>Figures</source>
      <translation>数据</translation>
    </message>
    <message>
      <source>From</source>
      <translation>来源</translation>
    </message>
    <message>
      <source>Name</source>
      <translation>名称</translation>
    </message>
    <message>
      <source>No preset has this in its name, its family or its size.</source>
      <translation>没有预设的名称、系列或大小包含此文本。</translation>
    </message>
    <message>
      <source>Parameters</source>
      <translation>参数量</translation>
    </message>
    <message>
      <source>Search by name</source>
      <translation>按名称搜索</translation>
    </message>
    <message>
      <source>Search by name, family or size, such as “70b”</source>
      <translation>按名称、系列或大小搜索，如“70b”</translation>
    </message>
    <message>
      <source>Search by name, vendor or memory, such as “24gb”</source>
      <translation>按名称、厂商或显存搜索，如“24gb”</translation>
    </message>
    <message>
      <source>Usable memory</source>
      <translation>可用显存</translation>
    </message>
  </context>
  <context>
    <name>RankChooser</name>
    <message>
      <source>&amp;GPU:</source>
      <translation>GPU(&amp;G)：</translation>
    </message>
    <message>
      <source>Each kind of GPU that this plan has. The verdict is that of the fullest.</source>
      <translation>此方案的各种 GPU。结论取自最满的一个。</translation>
    </message>
    <message>
      <source>Fullest: {name}</source>
      <translation>最满：{name}</translation>
    </message>
    <message>
      <source>GPU whose ledger is shown</source>
      <translation>显示哪个 GPU 的明细账</translation>
    </message>
    <message>
      <source>{name} · 1 GPU</source>
      <translation>{name} · 1 个 GPU</translation>
    </message>
    <message>
      <source>{name} · {gpus:,} GPUs</source>
      <translation>{name} · {gpus:,} 个 GPU</translation>
    </message>
  </context>
  <context>
    <name>ReconcileDialog</name>
    <message>
      <source>% of the log</source>
      <translation>占日志的 %</translation>
    </message>
    <message>
      <source>&amp;Apply</source>
      <translation>应用(&amp;A)</translation>
    </message>
    <message>
      <source>&amp;File…</source>
      <translation>文件(&amp;F)…</translation>
    </message>
    <message>
      <source>&amp;Paste</source>
      <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
      <source>A double click goes to the line.</source>
      <translation>双击转到该行。</translation>
    </message>
    <message>
      <source>Figure</source>
      <translation>数值项</translation>
    </message>
    <message>
      <source>Gap</source>
      <translation>差额</translation>
    </message>
    <message>
      <source>Line of the log</source>
      <translation>日志行号</translation>
    </message>
    <message>
      <source>Lines of the ledger</source>
      <translation>明细账的行</translation>
    </message>
    <message>
      <source>Log</source>
      <translation>日志</translation>
    </message>
    <message>
      <source>Log beside the plan</source>
      <translation>日志与方案对照</translation>
    </message>
    <message>
      <source>Logs (*.log *.txt);;All files (*)</source>
      <translation>日志 (*.log *.txt);;所有文件 (*)</translation>
    </message>
    <message>
      <source>Paste start-up lines of vLLM, SGLang, TensorRT-LLM, llama.cpp or Ollama, an out-of-memory message of PyTorch, or the table of nvidia-smi</source>
      <translation>粘贴 vLLM、SGLang、TensorRT-LLM、llama.cpp 或 Ollama 的启动日志、PyTorch 的显存不足信息，或 nvidia-smi 的表格</translation>
    </message>
    <message>
      <source>Plan</source>
      <translation>方案</translation>
    </message>
    <message>
      <source>Ranks</source>
      <translation>rank</translation>
    </message>
    <message>
      <source>Reading {name} …</source>
      <translation>正在读取 {name} …</translation>
    </message>
    <message>
      <source>Reconcile {scenario} with a log</source>
      <translation>将 {scenario} 与日志核对</translation>
    </message>
    <message>
      <source>Take over</source>
      <translation>采用</translation>
    </message>
    <message>
      <source>Take over from a log</source>
      <translation>采用日志中的数值</translation>
    </message>
    <message>
      <source>Value</source>
      <translation>值</translation>
    </message>
    <message>
      <source>as printed</source>
      <translation>与打印值一致</translation>
    </message>
    <message>
      <source>{name} was not read: {reason}.</source>
      <translation>未能读取 {name}：{reason}。</translation>
    </message>
  </context>
  <context>
    <name>RecoveryDialog</name>
    <message>
      <source>&amp;Discard</source>
      <translation>丢弃(&amp;D)</translation>
    </message>
    <message>
      <source>&amp;Restore</source>
      <translation>恢复(&amp;R)</translation>
    </message>
    <message>
      <source>Fitsheet ended before these workbooks were saved. Restoring one shows it here exactly as it was; its file is not touched until you save.</source>
      <translation>Fitsheet 在保存这些工作簿之前就结束了。恢复后会在此原样显示；在您保存之前不会改动其文件。</translation>
    </message>
    <message>
      <source>Not &amp;now</source>
      <translation>暂不(&amp;N)</translation>
    </message>
    <message>
      <source>Recover unsaved work</source>
      <translation>恢复未保存的内容</translation>
    </message>
    <message>
      <source>Removing {name} …</source>
      <translation>正在删除 {name} …</translation>
    </message>
    <message>
      <source>The unsaved work in {folder} was not removed: {reason}.</source>
      <translation>未能删除 {folder} 中未保存的内容：{reason}。</translation>
    </message>
    <message>
      <source>Unsaved workbooks</source>
      <translation>未保存的工作簿</translation>
    </message>
  </context>
  <context>
    <name>RooflinePanel</name>
    <message>
      <source>&amp;Decode step</source>
      <translation>解码步(&amp;D)</translation>
    </message>
    <message>
      <source>&amp;Prefill</source>
      <translation>预填充(&amp;P)</translation>
    </message>
    <message>
      <source>Choose a scenario that has a model to see its operators.</source>
      <translation>选择一个有模型的方案，查看其算子。</translation>
    </message>
    <message>
      <source>Copy as &amp;table</source>
      <translation>复制为表格(&amp;T)</translation>
    </message>
    <message>
      <source>No points: a training plan, or its Findings say what is blank.</source>
      <translation>没有点：这是训练方案，或其检查结果说明了缺什么。</translation>
    </message>
    <message>
      <source>Point at a mark for its figures; click it, or use the arrow keys, for its line of the ledger. The area of a mark is its share of the pass.</source>
      <translation>指向标记可看到其数值；单击它或用方向键可转到明细账中的行。标记的面积是它在这一遍中的占比。</translation>
    </message>
    <message>
      <source>Roofline</source>
      <translation>屋顶线</translation>
    </message>
    <message>
      <source>Show the operators of this pass</source>
      <translation>显示这一遍的算子</translation>
    </message>
  </context>
  <context>
    <name>RowDialog</name>
    <message>
      <source>Go to row</source>
      <translation>转到行</translation>
    </message>
    <message>
      <source>Name of the row</source>
      <translation>行的名称</translation>
    </message>
    <message>
      <source>Part of a name</source>
      <translation>名称的一部分</translation>
    </message>
    <message>
      <source>Rows</source>
      <translation>行</translation>
    </message>
  </context>
  <context>
    <name>RowView</name>
    <message>
      <source>Filtered: {shown} of {count} rows</source>
      <translation>已筛选：显示 {count} 行中的 {shown} 行</translation>
    </message>
    <message>
      <source>changed since</source>
      <translation>之后有改动</translation>
    </message>
    <message>
      <source>grouped by {title}</source>
      <translation>按{title}分组</translation>
    </message>
    <message>
      <source>sorted by {title}</source>
      <translation>按 {title} 升序</translation>
    </message>
    <message>
      <source>sorted by {title}, greatest first</source>
      <translation>按 {title} 降序</translation>
    </message>
  </context>
  <context>
    <name>SeekDialog</name>
    <message>
      <source>&amp;Apply</source>
      <translation>应用(&amp;A)</translation>
    </message>
    <message>
      <source>&amp;Seek</source>
      <translation>求解(&amp;S)</translation>
    </message>
    <message>
      <source>Answer</source>
      <translation>答案</translation>
    </message>
    <message>
      <source>At most, at least or equal</source>
      <translation>至多、至少或等于</translation>
    </message>
    <message>
      <source>Cancelled.</source>
      <translation>已取消。</translation>
    </message>
    <message>
      <source>Cell that is changed</source>
      <translation>要更改的单元格</translation>
    </message>
    <message>
      <source>Make the line</source>
      <translation>使这一行</translation>
    </message>
    <message>
      <source>No cell that can be changed moves this line.</source>
      <translation>没有可更改的单元格会影响这一行。</translation>
    </message>
    <message>
      <source>Seek in {scenario}</source>
      <translation>在“{scenario}”中求解</translation>
    </message>
    <message>
      <source>Seek: {cell}</source>
      <translation>求解：{cell}</translation>
    </message>
    <message>
      <source>Show what &amp;binds</source>
      <translation>显示限制所在(&amp;B)</translation>
    </message>
    <message>
      <source>The cell has this value already.</source>
      <translation>单元格已经是这个值。</translation>
    </message>
    <message>
      <source>The plan fits</source>
      <translation>方案放得下</translation>
    </message>
    <message>
      <source>Verdict: {before} → {after}</source>
      <translation>结论：{before} → {after}</translation>
    </message>
    <message>
      <source>Wanted value</source>
      <translation>想要的值</translation>
    </message>
    <message>
      <source>What binds, and what else changes</source>
      <translation>限制所在，以及随之改变的内容</translation>
    </message>
    <message>
      <source>What binds: {why}</source>
      <translation>限制：{why}</translation>
    </message>
    <message>
      <source>and the plan &amp;fits</source>
      <translation>且方案放得下(&amp;F)</translation>
    </message>
    <message>
      <source>be</source>
      <translation>为</translation>
    </message>
    <message>
      <source>by &amp;changing</source>
      <translation>更改(&amp;C)</translation>
    </message>
    <message>
      <source>now unknown</source>
      <translation>现在未知</translation>
    </message>
    <message>
      <source>now {value}</source>
      <translation>现在 {value}</translation>
    </message>
    <message>
      <source>{line}: {before} → {after}</source>
      <translation>{line}：{before} → {after}</translation>
    </message>
  </context>
  <context>
    <name>Session</name>
    <message>
      <source>Change {title}</source>
      <translation>更改“{title}”</translation>
    </message>
    <message>
      <source>Change {title} of {row}</source>
      <translation>更改 {row} 的“{title}”</translation>
    </message>
    <message>
      <source>This workbook has no file yet</source>
      <translation>此工作簿还没有文件</translation>
    </message>
  </context>
  <context>
    <name>StatusLine</name>
    <message>
      <source>Cancel</source>
      <translation>取消</translation>
    </message>
    <message>
      <source>Cancel the measurement</source>
      <translation>取消测量</translation>
    </message>
    <message>
      <source>Measuring {name}: {stage}</source>
      <translation>正在测量 {name}：{stage}</translation>
    </message>
    <message>
      <source>Show what does not go together (Ctrl+Shift+F)</source>
      <translation>显示相互矛盾的地方（Ctrl+Shift+F）</translation>
    </message>
    <message>
      <source>Zoom {percent} %</source>
      <translation>缩放 {percent} %</translation>
    </message>
    <message>
      <source>about {seconds:.0f} s left</source>
      <translation>约剩 {seconds:.0f} 秒</translation>
    </message>
    <message>
      <source>{count} waiting</source>
      <translation>{count} 项等待中</translation>
    </message>
    <message>
      <source>● No findings</source>
      <translation>● 没有检查结果</translation>
    </message>
    <message>
      <source>✕ {errors}, {findings} in all</source>
      <translation>✕ {errors}，共{findings}</translation>
    </message>
  </context>
  <context>
    <name>SweepControls</name>
    <message>
      <source>&amp;Map</source>
      <translation>图(&amp;M)</translation>
    </message>
    <message>
      <source>&amp;Result</source>
      <translation>结果(&amp;R)</translation>
    </message>
    <message>
      <source>&amp;Scenario</source>
      <translation>方案(&amp;S)</translation>
    </message>
    <message>
      <source>(none)</source>
      <translation>（无）</translation>
    </message>
    <message>
      <source>1..64 by powers of two, or 1, 2, 4, or all</source>
      <translation>1..64 by powers of two，或 1, 2, 4，或 all</translation>
    </message>
    <message>
      <source>1..64 by powers of two; 1k..128k step 1k; 0.5..2 in 10; 1..1_000 in 50 log; 1, 2, 4; all; blank</source>
      <translation>1..64 by powers of two（按 2 的幂）；1k..128k step 1k（等步长）；0.5..2 in 10（等距 10 个）；1..1_000 in 50 log（等比 50 个）；1, 2, 4；all（全部）；blank（空白）</translation>
    </message>
    <message>
      <source>Along &amp;x</source>
      <translation>沿 x 轴(&amp;X)</translation>
    </message>
    <message>
      <source>Along &amp;y</source>
      <translation>沿 y 轴(&amp;Y)</translation>
    </message>
    <message>
      <source>C&amp;urves</source>
      <translation>曲线(&amp;U)</translation>
    </message>
    <message>
      <source>Field along x</source>
      <translation>x 轴字段</translation>
    </message>
    <message>
      <source>Field along y</source>
      <translation>y 轴字段</translation>
    </message>
    <message>
      <source>Result</source>
      <translation>结果</translation>
    </message>
    <message>
      <source>Scenario</source>
      <translation>方案</translation>
    </message>
    <message>
      <source>V&amp;alues</source>
      <translation>取值(&amp;A)</translation>
    </message>
    <message>
      <source>Va&amp;lues</source>
      <translation>取值(&amp;L)</translation>
    </message>
    <message>
      <source>Values along x</source>
      <translation>x 轴取值</translation>
    </message>
    <message>
      <source>Values along y</source>
      <translation>y 轴取值</translation>
    </message>
  </context>
  <context>
    <name>SweepWindow</name>
    <message>
      <source>&amp;Copy table</source>
      <translation>复制表格(&amp;C)</translation>
    </message>
    <message>
      <source>A verdict has no curve: choose another result, or the map.</source>
      <translation>结论没有曲线：请选择其他结果，或改用图。</translation>
    </message>
    <message>
      <source>Choose a scenario that has a model: there is nothing to sweep yet.</source>
      <translation>请选择有模型的方案：目前没有可扫描的内容。</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>关闭</translation>
    </message>
    <message>
      <source>Copy p&amp;icture</source>
      <translation>复制图片(&amp;I)</translation>
    </message>
    <message>
      <source>Ma&amp;ke this point a scenario</source>
      <translation>把此点做成方案(&amp;K)</translation>
    </message>
    <message>
      <source>Point at the picture first, or go there with the arrow keys.</source>
      <translation>请先指向图上的一点，或用方向键移到那里。</translation>
    </message>
    <message>
      <source>Point at the picture, or use the arrow keys, to read a value.</source>
      <translation>指向图上的一点，或用方向键，即可读数。</translation>
    </message>
    <message>
      <source>Point that is looked at</source>
      <translation>当前查看的点</translation>
    </message>
    <message>
      <source>Save &amp;picture…</source>
      <translation>保存图片(&amp;P)…</translation>
    </message>
    <message>
      <source>Save CS&amp;V…</source>
      <translation>保存 CSV(&amp;V)…</translation>
    </message>
    <message>
      <source>Scenario from a sweep</source>
      <translation>由扫描得到的方案</translation>
    </message>
    <message>
      <source>Sweep</source>
      <translation>扫描</translation>
    </message>
    <message>
      <source>Sweep of {scenario}</source>
      <translation>{scenario} 的扫描</translation>
    </message>
    <message>
      <source>That is too much for the clipboard: save it as CSV.</source>
      <translation>内容太多，不宜放入剪贴板：请保存为 CSV。</translation>
    </message>
    <message>
      <source>The sweep was stopped. Change a range to begin another one.</source>
      <translation>扫描已停止。更改范围即可重新开始。</translation>
    </message>
  </context>
  <context>
    <name>TableModel</name>
    <message>
      <source>Change {title} of {row}</source>
      <translation>更改 {row} 的“{title}”</translation>
    </message>
    <message>
      <source>The block is {width} columns wide; from here to the right there are {count}.</source>
      <translation>数据块宽 {width} 列；从这里往右只有 {count} 列。</translation>
    </message>
  </context>
  <context>
    <name>TableView</name>
    <message>
      <source>&amp;View of the table</source>
      <translation>表格视图(&amp;V)</translation>
    </message>
    <message>
      <source>Columns on show</source>
      <translation>显示的列</translation>
    </message>
    <message>
      <source>Ctrl+Enter puts this into all {count} selected cells</source>
      <translation>按 Ctrl+Enter 填入所选的全部 {count} 个单元格</translation>
    </message>
    <message>
      <source>This row has no {title}</source>
      <translation>此行没有“{title}”</translation>
    </message>
    <message>
      <source>{title} is computed</source>
      <translation>“{title}”是计算得出的</translation>
    </message>
  </context>
  <context>
    <name>ThisComputer</name>
    <message>
      <source>Added, read by {by}: {rows}.</source>
      <translation>已添加（由 {by} 读取）：{rows}。</translation>
    </message>
    <message>
      <source>Free now: {rows}.</source>
      <translation>当前空闲：{rows}。</translation>
    </message>
    <message>
      <source>MIG is on, and there is no slice yet that a program could use.</source>
      <translation>MIG 已开启，但还没有程序可用的切片。</translation>
    </message>
    <message>
      <source>No GPU was found, so the processor was added: {rows}. {reason}</source>
      <translation>没有找到 GPU，因此添加了处理器：{rows}。{reason}</translation>
    </message>
    <message>
      <source>No device was read. {reason}</source>
      <translation>没有读到设备。{reason}</translation>
    </message>
    <message>
      <source>No row of the GPUs is a device of this computer. {reason}</source>
      <translation>GPU 表中没有本机的设备。{reason}</translation>
    </message>
    <message>
      <source>Refresh free memory</source>
      <translation>刷新空闲显存</translation>
    </message>
    <message>
      <source>The cards are unequal, and a scenario uses equal ones: plan by the smallest, {name}.</source>
      <translation>各卡不同，而方案使用相同的卡：请按最小的 {name} 规划。</translation>
    </message>
    <message>
      <source>{name} with {memory} free</source>
      <translation>{name}，空闲 {memory}</translation>
    </message>
  </context>
  <context>
    <name>ViewBar</name>
    <message>
      <source>Apply again</source>
      <translation>重新应用</translation>
    </message>
    <message>
      <source>Every row, in the order of the document</source>
      <translation>按文档顺序显示所有行</translation>
    </message>
    <message>
      <source>Rows that were added or changed stay in sight until then</source>
      <translation>在此之前，新增或更改的行一直显示</translation>
    </message>
    <message>
      <source>Show all rows</source>
      <translation>显示所有行</translation>
    </message>
    <message>
      <source>Sort and filter</source>
      <translation>排序和筛选</translation>
    </message>
  </context>
  <context>
    <name>ViewCommands</name>
    <message>
      <source>&amp;Columns…</source>
      <translation>列(&amp;C)…</translation>
    </message>
    <message>
      <source>&amp;Filter by this column…</source>
      <translation>按此列筛选(&amp;F)…</translation>
    </message>
    <message>
      <source>&amp;Hide this column</source>
      <translation>隐藏此列(&amp;H)</translation>
    </message>
    <message>
      <source>&amp;No filter on this column</source>
      <translation>取消此列的筛选(&amp;N)</translation>
    </message>
    <message>
      <source>&amp;Order of the document</source>
      <translation>按文档顺序(&amp;O)</translation>
    </message>
    <message>
      <source>&amp;Show all rows</source>
      <translation>显示所有行(&amp;S)</translation>
    </message>
    <message>
      <source>F&amp;it the widths</source>
      <translation>自动调整列宽(&amp;I)</translation>
    </message>
    <message>
      <source>Hold columns up to &amp;this one in sight</source>
      <translation>冻结到此列(&amp;T)</translation>
    </message>
    <message>
      <source>Hold only the na&amp;me in sight</source>
      <translation>只冻结名称列(&amp;M)</translation>
    </message>
    <message>
      <source>Only rows with this &amp;value</source>
      <translation>只显示此值的行(&amp;V)</translation>
    </message>
    <message>
      <source>Sort and filter &amp;again</source>
      <translation>重新排序和筛选(&amp;A)</translation>
    </message>
    <message>
      <source>Sort, &amp;greatest first</source>
      <translation>降序排序(&amp;G)</translation>
    </message>
    <message>
      <source>Sort, &amp;least first</source>
      <translation>升序排序(&amp;L)</translation>
    </message>
  </context>
  <context>
    <name>Window</name>
    <message>
      <source>&amp;About Fitsheet</source>
      <translation>关于 Fitsheet(&amp;A)</translation>
    </message>
    <message>
      <source>&amp;Add this computer</source>
      <translation>添加本机(&amp;A)</translation>
    </message>
    <message>
      <source>&amp;Apply</source>
      <translation>应用(&amp;A)</translation>
    </message>
    <message>
      <source>&amp;Architectures side by side…</source>
      <translation>并列比较架构(&amp;A)…</translation>
    </message>
    <message>
      <source>&amp;Cancel measuring</source>
      <translation>取消测量(&amp;C)</translation>
    </message>
    <message>
      <source>&amp;Clear this list</source>
      <translation>清空此列表(&amp;C)</translation>
    </message>
    <message>
      <source>&amp;Colours</source>
      <translation>颜色(&amp;C)</translation>
    </message>
    <message>
      <source>&amp;Copy chart</source>
      <translation>复制图表(&amp;C)</translation>
    </message>
    <message>
      <source>&amp;Dark</source>
      <translation>深色(&amp;D)</translation>
    </message>
    <message>
      <source>&amp;Default layout</source>
      <translation>默认布局(&amp;D)</translation>
    </message>
    <message>
      <source>&amp;Duplicate and edit</source>
      <translation>复制并编辑(&amp;D)</translation>
    </message>
    <message>
      <source>&amp;Edit</source>
      <translation>编辑(&amp;E)</translation>
    </message>
    <message>
      <source>&amp;Engine from preset…</source>
      <translation>从预设添加引擎(&amp;E)…</translation>
    </message>
    <message>
      <source>&amp;Export a folder that measures…</source>
      <translation>导出用于测量的文件夹(&amp;E)…</translation>
    </message>
    <message>
      <source>&amp;File</source>
      <translation>文件(&amp;F)</translation>
    </message>
    <message>
      <source>&amp;Find…</source>
      <translation>查找(&amp;F)…</translation>
    </message>
    <message>
      <source>&amp;GPU from preset…</source>
      <translation>从预设添加 GPU(&amp;G)…</translation>
    </message>
    <message>
      <source>&amp;Go to row…</source>
      <translation>转到行(&amp;G)…</translation>
    </message>
    <message>
      <source>&amp;Guide</source>
      <translation>指南(&amp;G)</translation>
    </message>
    <message>
      <source>&amp;Help</source>
      <translation>帮助(&amp;H)</translation>
    </message>
    <message>
      <source>&amp;History of measurements…</source>
      <translation>测量历史(&amp;H)…</translation>
    </message>
    <message>
      <source>&amp;Import results…</source>
      <translation>导入结果(&amp;I)…</translation>
    </message>
    <message>
      <source>&amp;Insert</source>
      <translation>插入(&amp;I)</translation>
    </message>
    <message>
      <source>&amp;Launch line…</source>
      <translation>启动命令(&amp;L)…</translation>
    </message>
    <message>
      <source>&amp;Light</source>
      <translation>浅色(&amp;L)</translation>
    </message>
    <message>
      <source>&amp;Matrix of models and GPUs…</source>
      <translation>模型与 GPU 矩阵(&amp;M)…</translation>
    </message>
    <message>
      <source>&amp;Measure</source>
      <translation>测量(&amp;M)</translation>
    </message>
    <message>
      <source>&amp;Measure this scenario</source>
      <translation>测量此方案(&amp;M)</translation>
    </message>
    <message>
      <source>&amp;Model from preset…</source>
      <translation>从预设添加模型(&amp;M)…</translation>
    </message>
    <message>
      <source>&amp;New</source>
      <translation>新建(&amp;N)</translation>
    </message>
    <message>
      <source>&amp;Open…</source>
      <translation>打开(&amp;O)…</translation>
    </message>
    <message>
      <source>&amp;Previous panel</source>
      <translation>上一个面板(&amp;P)</translation>
    </message>
    <message>
      <source>&amp;Python for measuring…</source>
      <translation>测量所用的 Python(&amp;P)…</translation>
    </message>
    <message>
      <source>&amp;Quit</source>
      <translation>退出(&amp;Q)</translation>
    </message>
    <message>
      <source>&amp;Redo</source>
      <translation>重做(&amp;R)</translation>
    </message>
    <message>
      <source>&amp;Roofline</source>
      <translation>屋顶线(&amp;R)</translation>
    </message>
    <message>
      <source>&amp;Save</source>
      <translation>保存(&amp;S)</translation>
    </message>
    <message>
      <source>&amp;Scenario</source>
      <translation>方案(&amp;S)</translation>
    </message>
    <message>
      <source>&amp;Sweep…</source>
      <translation>扫描(&amp;S)…</translation>
    </message>
    <message>
      <source>&amp;Table</source>
      <translation>表格(&amp;T)</translation>
    </message>
    <message>
      <source>&amp;Training scenario</source>
      <translation>训练方案(&amp;T)</translation>
    </message>
    <message>
      <source>&amp;Undo</source>
      <translation>撤销(&amp;U)</translation>
    </message>
    <message>
      <source>&amp;View</source>
      <translation>视图(&amp;V)</translation>
    </message>
    <message>
      <source>&amp;Zoom 100 %</source>
      <translation>缩放 100 %(&amp;Z)</translation>
    </message>
    <message>
      <source>+ Scenario</source>
      <translation>+ 方案</translation>
    </message>
    <message>
      <source>+ Training ▾</source>
      <translation>+ 训练 ▾</translation>
    </message>
    <message>
      <source>A copy of the current scenario below it, with the same cell open for editing</source>
      <translation>在当前方案下方复制一份，并打开同一单元格进行编辑</translation>
    </message>
    <message>
      <source>A new scenario below the current one</source>
      <translation>在当前行下方新建一个方案</translation>
    </message>
    <message>
      <source>A new scenario that trains, on the model and the GPU of the current one</source>
      <translation>用当前方案的模型和 GPU 新建一个训练方案</translation>
    </message>
    <message>
      <source>A new scenario that trains, on the model and the GPU of this one</source>
      <translation>用此方案的模型和 GPU 新建一个训练方案</translation>
    </message>
    <message>
      <source>A number may be written 4k, 80 GiB, 1_000, 90%, or as an expression: =2*batch.</source>
      <translation>数字可以写成 4k、80 GiB、1_000、90%，也可以写成表达式：=2*batch。</translation>
    </message>
    <message>
      <source>About Fitsheet</source>
      <translation>关于 Fitsheet</translation>
    </message>
    <message>
      <source>All observations: compare two, delete, export</source>
      <translation>全部观测：比较两项、删除、导出</translation>
    </message>
    <message>
      <source>Another file…</source>
      <translation>其他文件…</translation>
    </message>
    <message>
      <source>Applied; one step of undo takes it back</source>
      <translation>已应用；撤销一步即可恢复</translation>
    </message>
    <message>
      <source>Apply remedy</source>
      <translation>应用解决办法</translation>
    </message>
    <message>
      <source>Apply {title}</source>
      <translation>应用“{title}”</translation>
    </message>
    <message>
      <source>Assumptions</source>
      <translation>假设</translation>
    </message>
    <message>
      <source>Bloc&amp;k</source>
      <translation>块(&amp;K)</translation>
    </message>
    <message>
      <source>Block</source>
      <translation>块</translation>
    </message>
    <message>
      <source>Breakdo&amp;wn</source>
      <translation>分解(&amp;W)</translation>
    </message>
    <message>
      <source>Breakdown</source>
      <translation>分解</translation>
    </message>
    <message>
      <source>C&amp;heck a checkpoint…</source>
      <translation>核对检查点(&amp;H)…</translation>
    </message>
    <message>
      <source>C&amp;lear baseline</source>
      <translation>清除基线(&amp;L)</translation>
    </message>
    <message>
      <source>Cali&amp;brate the GPU…</source>
      <translation>校准 GPU(&amp;B)…</translation>
    </message>
    <message>
      <source>Calibration &amp;run</source>
      <translation>校准测量(&amp;R)</translation>
    </message>
    <message>
      <source>Cells of the tables</source>
      <translation>表格的单元格</translation>
    </message>
    <message>
      <source>Choose a scenario first</source>
      <translation>请先选择一个方案</translation>
    </message>
    <message>
      <source>Choose a scenario with a model first</source>
      <translation>请先选择一个有模型的方案</translation>
    </message>
    <message>
      <source>Clear baseline</source>
      <translation>清除基线</translation>
    </message>
    <message>
      <source>Colours of the s&amp;ystem</source>
      <translation>跟随系统颜色(&amp;Y)</translation>
    </message>
    <message>
      <source>Command</source>
      <translation>命令</translation>
    </message>
    <message>
      <source>Commands and &amp;keys</source>
      <translation>命令与按键(&amp;K)</translation>
    </message>
    <message>
      <source>Commands and keys</source>
      <translation>命令与按键</translation>
    </message>
    <message>
      <source>Compare all other scenarios with the current one</source>
      <translation>将其他所有方案与当前方案比较</translation>
    </message>
    <message>
      <source>Compare two &amp;rows…</source>
      <translation>比较两行(&amp;R)…</translation>
    </message>
    <message>
      <source>Compare with no scenario</source>
      <translation>不与任何方案比较</translation>
    </message>
    <message>
      <source>Copy the whole le&amp;dger</source>
      <translation>复制整个明细账(&amp;D)</translation>
    </message>
    <message>
      <source>Ctrl+arrows</source>
      <translation>Ctrl+方向键</translation>
    </message>
    <message>
      <source>Delete</source>
      <translation>Delete</translation>
    </message>
    <message>
      <source>E&amp;xport…</source>
      <translation>导出(&amp;X)…</translation>
    </message>
    <message>
      <source>Engine from preset</source>
      <translation>从预设添加引擎</translation>
    </message>
    <message>
      <source>Engines</source>
      <translation>引擎</translation>
    </message>
    <message>
      <source>Enter, Shift+Enter</source>
      <translation>Enter、Shift+Enter</translation>
    </message>
    <message>
      <source>Every line of the current ledger with exact values, for a spreadsheet</source>
      <translation>当前明细账的每一行及其精确值，供电子表格使用</translation>
    </message>
    <message>
      <source>Every panel back to where it started</source>
      <translation>所有面板回到最初的位置</translation>
    </message>
    <message>
      <source>Explain</source>
      <translation>解释</translation>
    </message>
    <message>
      <source>Explain &amp;what came after</source>
      <translation>前进到之后解释的内容(&amp;W)</translation>
    </message>
    <message>
      <source>Explain what was explained &amp;before</source>
      <translation>回到之前解释的内容(&amp;B)</translation>
    </message>
    <message>
      <source>Find ne&amp;xt</source>
      <translation>查找下一个(&amp;X)</translation>
    </message>
    <message>
      <source>Find pre&amp;vious</source>
      <translation>查找上一个(&amp;V)</translation>
    </message>
    <message>
      <source>Findings</source>
      <translation>检查结果</translation>
    </message>
    <message>
      <source>Fit the constants of a row of the GPUs to what was measured on it</source>
      <translation>用实测结果拟合 GPU 表中一行的常数</translation>
    </message>
    <message>
      <source>Fitsheet {version}&lt;p&gt;Apache License 2.0. Uses Qt through PySide6 under the LGPL-3, pyqtgraph, numpy and pydantic; NOTICE says more.&lt;/p&gt;</source>
      <translation>Fitsheet {version}&lt;p&gt;Apache License 2.0。通过 PySide6 使用 Qt（LGPL-3），并使用 pyqtgraph、numpy 和 pydantic；详见 NOTICE。&lt;/p&gt;</translation>
    </message>
    <message>
      <source>Folder (*)</source>
      <translation>文件夹 (*)</translation>
    </message>
    <message>
      <source>Forget which workbooks were opened; the files stay</source>
      <translation>不再记住打开过哪些工作簿；文件保留</translation>
    </message>
    <message>
      <source>GPU from preset</source>
      <translation>从预设添加 GPU</translation>
    </message>
    <message>
      <source>GPUs</source>
      <translation>GPU</translation>
    </message>
    <message>
      <source>Gro&amp;up scenarios</source>
      <translation>方案分组显示(&amp;U)</translation>
    </message>
    <message>
      <source>Group of the selected scenarios; empty for none:</source>
      <translation>所选方案的分组；留空表示不分组：</translation>
    </message>
    <message>
      <source>Hold a folder of safetensors or a GGUF file against the current model</source>
      <translation>把 safetensors 目录或 GGUF 文件与当前模型核对</translation>
    </message>
    <message>
      <source>Hold a log of a serving program against the ledger of the current scenario</source>
      <translation>将推理程序的日志与当前方案的明细账核对</translation>
    </message>
    <message>
      <source>How much fits</source>
      <translation>能放下多少</translation>
    </message>
    <message>
      <source>Its devices and their memory as rows of the GPUs, at once</source>
      <translation>立即把本机的设备及其显存添加为 GPU 表的行</translation>
    </message>
    <message>
      <source>Keep the current model, GPU or engine among your presets</source>
      <translation>把当前的模型、GPU 或引擎保存到自己的预设中</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>键</translation>
    </message>
    <message>
      <source>Lan&amp;guage</source>
      <translation>语言(&amp;G)</translation>
    </message>
    <message>
      <source>Language of the system</source>
      <translation>系统语言</translation>
    </message>
    <message>
      <source>Layers of the model</source>
      <translation>模型的层</translation>
    </message>
    <message>
      <source>Layers of {model}</source>
      <translation>{model} 的层</translation>
    </message>
    <message>
      <source>Ledger</source>
      <translation>明细账</translation>
    </message>
    <message>
      <source>Ledger of {scenario}</source>
      <translation>{scenario} 的明细账</translation>
    </message>
    <message>
      <source>Ledger of {scenario} beside {baseline}</source>
      <translation>{scenario} 的明细账（对照 {baseline}）</translation>
    </message>
    <message>
      <source>Looking for {name} …</source>
      <translation>正在查找 {name} …</translation>
    </message>
    <message>
      <source>Make a computed cell a value that you want by changing another cell</source>
      <translation>通过更改另一个单元格，使计算所得的单元格达到想要的值</translation>
    </message>
    <message>
      <source>Meas&amp;ure this computer's rates</source>
      <translation>测量本机的速率(&amp;U)</translation>
    </message>
    <message>
      <source>Measure</source>
      <translation>测量</translation>
    </message>
    <message>
      <source>Measure &amp;all scenarios</source>
      <translation>测量所有方案(&amp;A)</translation>
    </message>
    <message>
      <source>Measure &amp;selected scenarios</source>
      <translation>测量选中的方案(&amp;S)</translation>
    </message>
    <message>
      <source>Measure all &amp;TP ranks at once</source>
      <translation>同时测量所有 TP rank(&amp;T)</translation>
    </message>
    <message>
      <source>Measure all-reduces &amp;of two GPUs</source>
      <translation>测量两个 GPU 的 all-reduce(&amp;O)</translation>
    </message>
    <message>
      <source>Measure runs one block with torch in this Python:</source>
      <translation>测量时用这个 Python 中的 torch 运行一个块：</translation>
    </message>
    <message>
      <source>Measure this scenario and six points more, enough to fit the constants of the card</source>
      <translation>测量此方案和另外六个点，足以拟合显卡的常数</translation>
    </message>
    <message>
      <source>Model from &amp;config…</source>
      <translation>从配置导入模型(&amp;C)…</translation>
    </message>
    <message>
      <source>Model from preset</source>
      <translation>从预设添加模型</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>模型</translation>
    </message>
    <message>
      <source>Name the group of the selected scenarios</source>
      <translation>为所选方案的分组命名</translation>
    </message>
    <message>
      <source>Ne&amp;xt panel</source>
      <translation>下一个面板(&amp;X)</translation>
    </message>
    <message>
      <source>New folder for the measurement</source>
      <translation>测量用的新文件夹</translation>
    </message>
    <message>
      <source>New training scenario</source>
      <translation>新建训练方案</translation>
    </message>
    <message>
      <source>No line of the ledger decides: the Findings say what does.</source>
      <translation>没有起决定作用的明细行：原因见检查结果。</translation>
    </message>
    <message>
      <source>No recent workbooks</source>
      <translation>没有最近的工作簿</translation>
    </message>
    <message>
      <source>No scenario is in a group yet: What if, Put into group</source>
      <translation>还没有方案属于任何分组：“假设”菜单，“归入分组”</translation>
    </message>
    <message>
      <source>Nothing is needed, or nothing that the planner knows of would help.</source>
      <translation>不需要改动，或者没有已知的有效办法。</translation>
    </message>
    <message>
      <source>One after the other, all that serve</source>
      <translation>依次测量所有推理方案</translation>
    </message>
    <message>
      <source>One after the other, those whose rows are selected</source>
      <translation>依次测量选中各行的方案</translation>
    </message>
    <message>
      <source>One or two fields of the current scenario over ranges, as a map or as curves</source>
      <translation>让当前方案的一个或两个字段在范围内变化，画成图或曲线</translation>
    </message>
    <message>
      <source>Only columns of the selected &amp;load</source>
      <translation>只显示所选负载的列(&amp;L)</translation>
    </message>
    <message>
      <source>Open a workbook</source>
      <translation>打开工作簿</translation>
    </message>
    <message>
      <source>Open recen&amp;t</source>
      <translation>打开最近的文件(&amp;T)</translation>
    </message>
    <message>
      <source>Open the exa&amp;mple</source>
      <translation>打开示例(&amp;M)</translation>
    </message>
    <message>
      <source>Operators</source>
      <translation>算子</translation>
    </message>
    <message>
      <source>P&amp;anels</source>
      <translation>面板(&amp;A)</translation>
    </message>
    <message>
      <source>Pr&amp;eferences…</source>
      <translation>首选项(&amp;E)…</translation>
    </message>
    <message>
      <source>Put into &amp;group…</source>
      <translation>归入分组(&amp;G)…</translation>
    </message>
    <message>
      <source>Put into group</source>
      <translation>归入分组</translation>
    </message>
    <message>
      <source>Put into group {name}</source>
      <translation>归入分组“{name}”</translation>
    </message>
    <message>
      <source>Python for measuring</source>
      <translation>测量所用的 Python</translation>
    </message>
    <message>
      <source>R&amp;eplace…</source>
      <translation>替换(&amp;E)…</translation>
    </message>
    <message>
      <source>Read a config.json of a file, a folder or the clipboard</source>
      <translation>从文件、文件夹或剪贴板读取 config.json</translation>
    </message>
    <message>
      <source>Read what is free now on the devices of this computer</source>
      <translation>读取本机设备当前的空闲显存</translation>
    </message>
    <message>
      <source>Reading {name} …</source>
      <translation>正在读取 {name} …</translation>
    </message>
    <message>
      <source>Reco&amp;ver unsaved work…</source>
      <translation>恢复未保存的内容(&amp;V)…</translation>
    </message>
    <message>
      <source>Reconcile with a lo&amp;g…</source>
      <translation>与日志核对(&amp;G)…</translation>
    </message>
    <message>
      <source>Refresh &amp;free memory</source>
      <translation>刷新空闲显存(&amp;F)</translation>
    </message>
    <message>
      <source>Results (*.json)</source>
      <translation>结果 (*.json)</translation>
    </message>
    <message>
      <source>Results of a measurement</source>
      <translation>测量结果</translation>
    </message>
    <message>
      <source>Results s&amp;how</source>
      <translation>结果显示(&amp;H)</translation>
    </message>
    <message>
      <source>Roofline</source>
      <translation>屋顶线</translation>
    </message>
    <message>
      <source>Run one block of each kind of the scenario's layers on this computer</source>
      <translation>在本机上运行方案中每种层的一个块</translation>
    </message>
    <message>
      <source>S&amp;eek…</source>
      <translation>求解(&amp;E)…</translation>
    </message>
    <message>
      <source>Sa&amp;ve row as preset…</source>
      <translation>把行存为预设(&amp;V)…</translation>
    </message>
    <message>
      <source>Save &amp;as…</source>
      <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
      <source>Save as preset</source>
      <translation>存为预设</translation>
    </message>
    <message>
      <source>Save chart as &amp;picture…</source>
      <translation>将图表存为图片(&amp;P)…</translation>
    </message>
    <message>
      <source>Save {name} as a preset of yours, under the id:</source>
      <translation>把 {name} 存为自己的预设，id 为：</translation>
    </message>
    <message>
      <source>Saved {name} as the preset {id}.</source>
      <translation>已把 {name} 存为预设 {id}。</translation>
    </message>
    <message>
      <source>Scenarios of one group stand together in table and chart, below its name</source>
      <translation>同一分组的方案在表格和图表中排在一起，位于组名之下</translation>
    </message>
    <message>
      <source>Search the commands</source>
      <translation>搜索命令</translation>
    </message>
    <message>
      <source>Search: a word of a command, or a key</source>
      <translation>搜索：命令中的词，或按键</translation>
    </message>
    <message>
      <source>Select a row of the models, the GPUs or the engines first.</source>
      <translation>请先在模型、GPU 或引擎表中选择一行。</translation>
    </message>
    <message>
      <source>Select the line of the ledger that the verdict rests on</source>
      <translation>选中结论所依据的明细行</translation>
    </message>
    <message>
      <source>Serving and training have columns of their own: show those of the rows that are selected, or those of all rows</source>
      <translation>推理与训练各有自己的列：显示所选行的列，或显示所有行的列</translation>
    </message>
    <message>
      <source>Set as baseli&amp;ne</source>
      <translation>设为基线(&amp;N)</translation>
    </message>
    <message>
      <source>Set baseline to {name}</source>
      <translation>将基线设为“{name}”</translation>
    </message>
    <message>
      <source>Show &amp;findings</source>
      <translation>显示检查结果(&amp;F)</translation>
    </message>
    <message>
      <source>Show the li&amp;ne that decides</source>
      <translation>显示起决定作用的行(&amp;N)</translation>
    </message>
    <message>
      <source>Show what was not saved when Fitsheet ended</source>
      <translation>显示 Fitsheet 结束时尚未保存的内容</translation>
    </message>
    <message>
      <source>Start an empty workbook</source>
      <translation>新建空工作簿</translation>
    </message>
    <message>
      <source>Stop, and keep the points that are done</source>
      <translation>停止，并保留已完成的点</translation>
    </message>
    <message>
      <source>Tab, Shift+Tab</source>
      <translation>Tab、Shift+Tab</translation>
    </message>
    <message>
      <source>Take out of group</source>
      <translation>移出分组</translation>
    </message>
    <message>
      <source>Take what was measured elsewhere into the rows</source>
      <translation>把在别处测得的结果读入各行</translation>
    </message>
    <message>
      <source>Taken over; one step of undo takes it back</source>
      <translation>已采用；撤销一步即可恢复</translation>
    </message>
    <message>
      <source>The chart is on the clipboard</source>
      <translation>图表已在剪贴板上</translation>
    </message>
    <message>
      <source>The chart of memory per GPU as PNG or SVG</source>
      <translation>将每 GPU 显存图表存为 PNG 或 SVG</translation>
    </message>
    <message>
      <source>The chart of memory per GPU as a picture on the clipboard</source>
      <translation>将每 GPU 显存图表作为图片放到剪贴板</translation>
    </message>
    <message>
      <source>The command of the server that the current scenario stands for</source>
      <translation>当前方案所对应的服务器启动命令</translation>
    </message>
    <message>
      <source>The decoder block of a layer group as a picture, with shapes and amounts</source>
      <translation>把一个层组的解码器块显示为图，带有形状和数值</translation>
    </message>
    <message>
      <source>The fields in which two rows differ, side by side</source>
      <translation>并排显示两行不同的字段</translation>
    </message>
    <message>
      <source>The operators of the current scenario under the peaks of its GPU</source>
      <translation>当前方案的算子与其 GPU 的峰值</translation>
    </message>
    <message>
      <source>The others are compared with {name}</source>
      <translation>其他方案现与“{name}”比较</translation>
    </message>
    <message>
      <source>The selected models by attention, heads, networks, experts, norms and cache</source>
      <translation>按注意力、头、前馈网络、专家、归一化和缓存比较选中的模型</translation>
    </message>
    <message>
      <source>The tensor-parallel block on as many GPUs of this computer, all-reduces included; in processes where there is no GPU</source>
      <translation>在本机相应数量的 GPU 上运行张量并行的块，包括 all-reduce；没有 GPU 时在多个进程中运行</translation>
    </message>
    <message>
      <source>There are no two rows here to compare.</source>
      <translation>这里没有两行可以比较。</translation>
    </message>
    <message>
      <source>There is a preset {id} of yours already. Replace it?</source>
      <translation>自己的预设中已有 {id}。要替换吗？</translation>
    </message>
    <message>
      <source>There is nothing to measure. {reasons}</source>
      <translation>没有可测量的内容。{reasons}</translation>
    </message>
    <message>
      <source>Time all-reduces over sizes and write latency and rate of the link into the GPUs; between processes where there is no GPU</source>
      <translation>按大小测量 all-reduce 的时间，把链路的延迟和速率写入 GPU 表；没有 GPU 时在进程之间测量</translation>
    </message>
    <message>
      <source>Time this computer and put what it achieves into the GPUs</source>
      <translation>测出本机的实际速率并写入 GPU 表</translation>
    </message>
    <message>
      <source>Tools</source>
      <translation>工具</translation>
    </message>
    <message>
      <source>VRAM per GPU</source>
      <translation>每 GPU 显存</translation>
    </message>
    <message>
      <source>Wh&amp;at if</source>
      <translation>假如(&amp;A)</translation>
    </message>
    <message>
      <source>What the window does, and what its words mean</source>
      <translation>窗口的功能，以及各术语的含义</translation>
    </message>
    <message>
      <source>What would help</source>
      <translation>可行的改动</translation>
    </message>
    <message>
      <source>Where parameters, FLOPs, bytes and time of the current scenario are</source>
      <translation>当前方案的参数量、FLOP、字节和时间分布在哪里</translation>
    </message>
    <message>
      <source>Which Python, with torch, runs the block</source>
      <translation>用哪个装有 torch 的 Python 运行块</translation>
    </message>
    <message>
      <source>Which models fit on which GPUs, with margin, least GPUs and speed</source>
      <translation>哪些 GPU 放得下哪些模型，以及余量、最少 GPU 数和速度</translation>
    </message>
    <message>
      <source>While there is a baseline: what the computed columns of the other scenarios show</source>
      <translation>设有基线时，其他方案的计算列显示的内容</translation>
    </message>
    <message>
      <source>Worker and jobs for a server that has Python 3.9 and torch, and not Fitsheet</source>
      <translation>供只有 Python 3.9 和 torch、没有 Fitsheet 的服务器使用的程序和任务</translation>
    </message>
    <message>
      <source>Write the workbook as a spreadsheet with live formulas, a report or a picture</source>
      <translation>将工作簿写成带活公式的电子表格、报告或图片</translation>
    </message>
    <message>
      <source>Yours</source>
      <translation>自有</translation>
    </message>
    <message>
      <source>Zoom &amp;in</source>
      <translation>放大(&amp;I)</translation>
    </message>
    <message>
      <source>Zoom &amp;out</source>
      <translation>缩小(&amp;O)</translation>
    </message>
    <message>
      <source>back to the default</source>
      <translation>恢复默认值</translation>
    </message>
    <message>
      <source>commit and go down, up</source>
      <translation>提交并下移、上移</translation>
    </message>
    <message>
      <source>commit and go right, left</source>
      <translation>提交并右移、左移</translation>
    </message>
    <message>
      <source>edit the cell</source>
      <translation>编辑单元格</translation>
    </message>
    <message>
      <source>leave the cell as it was</source>
      <translation>单元格保持原样</translation>
    </message>
    <message>
      <source>put the text into all selected cells</source>
      <translation>将文字填入所有选中的单元格</translation>
    </message>
    <message>
      <source>to the edge of the block; with Shift select</source>
      <translation>跳到数据块边缘；加 Shift 则选中</translation>
    </message>
    <message>
      <source>to the first or last cell; with Shift select</source>
      <translation>到第一个或最后一个单元格；加 Shift 为选择</translation>
    </message>
    <message>
      <source>{count} jobs were written to {name}; README.txt there says how to run them. {left_out}</source>
      <translation>已将 {count} 个任务写入 {name}；其中的 README.txt 说明如何运行。{left_out}</translation>
    </message>
    <message>
      <source>{count} lines are on the clipboard</source>
      <translation>{count} 行已在剪贴板上</translation>
    </message>
    <message>
      <source>{count} measurements were imported. {problems}</source>
      <translation>已导入 {count} 项测量。{problems}</translation>
    </message>
    <message>
      <source>{id} is a built-in preset. Have yours take its place?</source>
      <translation>{id} 是内置预设。要用自己的替代它吗？</translation>
    </message>
    <message>
      <source>{name} cannot be read: {reason}.</source>
      <translation>无法读取 {name}：{reason}。</translation>
    </message>
    <message>
      <source>{name} is the baseline already</source>
      <translation>“{name}”已经是基线</translation>
    </message>
    <message>
      <source>{name} was not opened: {reason}.</source>
      <translation>未能打开 {name}：{reason}。</translation>
    </message>
    <message>
      <source>{name} was written</source>
      <translation>已写入 {name}</translation>
    </message>
  </context>
  <context>
    <name>_Lines</name>
    <message>
      <source>differs</source>
      <translation>不同</translation>
    </message>
  </context>
  <context>
    <name>architectures</name>
    <message>
      <source>Active</source>
      <translation>激活参数</translation>
    </message>
    <message>
      <source>Attention</source>
      <translation>注意力</translation>
    </message>
    <message>
      <source>Cache of one sequence of this length in bf16, one GPU: windows, chunks and states as they are.</source>
      <translation>一个此长度序列的缓存，bf16，一个 GPU：窗口、块和状态按实际计算。</translation>
    </message>
    <message>
      <source>Exact count of the whole model; tied tables count once.</source>
      <translation>整个模型的精确计数；共用的表只计一次。</translation>
    </message>
    <message>
      <source>Figures</source>
      <translation>数据</translation>
    </message>
    <message>
      <source>KV of {count} tokens</source>
      <translation>{count} 个 token 的 KV</translation>
    </message>
    <message>
      <source>KV per token</source>
      <translation>每 token KV</translation>
    </message>
    <message>
      <source>Keys and values of one token in bf16, one GPU, all layers, with a window too.</source>
      <translation>一个 token 的键和值：bf16，单 GPU，所有层，包括窗口层。</translation>
    </message>
    <message>
      <source>Layers</source>
      <translation>层数</translation>
    </message>
    <message>
      <source>Layers by what they mix tokens with.</source>
      <translation>按混合 token 的方式划分的层。</translation>
    </message>
    <message>
      <source>Layers of all groups.</source>
      <translation>所有组的层。</translation>
    </message>
    <message>
      <source>Layers, group {number}</source>
      <translation>层，第 {number} 组</translation>
    </message>
    <message>
      <source>Parameters</source>
      <translation>参数量</translation>
    </message>
    <message>
      <source>Parameters that one token uses, at most.</source>
      <translation>一个 token 最多使用的参数。</translation>
    </message>
    <message>
      <source>Whole model</source>
      <translation>整个模型</translation>
    </message>
    <message>
      <source>chunk</source>
      <translation>块</translation>
    </message>
    <message>
      <source>no</source>
      <translation>否</translation>
    </message>
    <message>
      <source>no mixer</source>
      <translation>无混合器</translation>
    </message>
    <message>
      <source>window</source>
      <translation>窗口</translation>
    </message>
    <message>
      <source>yes</source>
      <translation>是</translation>
    </message>
  </context>
  <context>
    <name>breakdown</name>
    <message>
      <source>Active parameters</source>
      <translation>激活参数</translation>
    </message>
    <message>
      <source>Attention</source>
      <translation>注意力</translation>
    </message>
    <message>
      <source>Beside attention</source>
      <translation>注意力旁的混合层</translation>
    </message>
    <message>
      <source>Bytes moved in a decode step, per GPU</source>
      <translation>一步解码移动的字节，每 GPU</translation>
    </message>
    <message>
      <source>Bytes moved in a prefill, per GPU</source>
      <translation>一次预填充移动的字节，每 GPU</translation>
    </message>
    <message>
      <source>FLOPs of a decode step</source>
      <translation>解码步 FLOP</translation>
    </message>
    <message>
      <source>FLOPs of a prefill</source>
      <translation>一次预填充的 FLOP</translation>
    </message>
    <message>
      <source>FLOPs of a training step</source>
      <translation>训练一步 FLOP</translation>
    </message>
    <message>
      <source>Feed-forward</source>
      <translation>前馈</translation>
    </message>
    <message>
      <source>KV cache, bytes per GPU</source>
      <translation>KV 缓存，每 GPU 字节</translation>
    </message>
    <message>
      <source>Memory needed per GPU</source>
      <translation>每 GPU 所需内存</translation>
    </message>
    <message>
      <source>Norms</source>
      <translation>归一化</translation>
    </message>
    <message>
      <source>Parameters</source>
      <translation>参数量</translation>
    </message>
    <message>
      <source>Per component</source>
      <translation>按组件</translation>
    </message>
    <message>
      <source>Per layer group</source>
      <translation>按层组</translation>
    </message>
    <message>
      <source>Time of a decode step</source>
      <translation>一步解码的时间</translation>
    </message>
    <message>
      <source>Time of a prefill</source>
      <translation>一次预填充的时间</translation>
    </message>
    <message>
      <source>Time of a training step</source>
      <translation>一步训练的时间</translation>
    </message>
    <message>
      <source>Weights, bytes per GPU</source>
      <translation>权重，每 GPU 字节</translation>
    </message>
    <message>
      <source>{count} others</source>
      <translation>其余 {count} 项</translation>
    </message>
    <message>
      <source>{name} ({number})</source>
      <translation>{name}（{number}）</translation>
    </message>
  </context>
  <context>
    <name>capacity</name>
    <message>
      <source>A micro-batch of {most:,} fits; up to {tight:,} are tight.</source>
      <translation>微批 {most:,} 放得下；到 {tight:,} 为紧张。</translation>
    </message>
    <message>
      <source>All targets are met.</source>
      <translation>所有目标都达到。</translation>
    </message>
    <message>
      <source>All {most:,} tokens that {model} was made for fit at batch {batch:,}.</source>
      <translation>批大小 {batch:,} 时，{model} 设计的全部 {most:,} 个 token 都放得下。</translation>
    </message>
    <message>
      <source>Apply</source>
      <translation>应用</translation>
    </message>
    <message>
      <source>Apply: {title}, {number}</source>
      <translation>应用：{title}，{number}</translation>
    </message>
    <message>
      <source>Choose a scenario that has a model to see how much fits.</source>
      <translation>选择一个有模型的方案，查看能容纳多少。</translation>
    </message>
    <message>
      <source>DP {value}</source>
      <translation>DP {value}</translation>
    </message>
    <message>
      <source>Fewest GPUs</source>
      <translation>最少 GPU 数</translation>
    </message>
    <message>
      <source>GPU {value}</source>
      <translation>GPU {value}</translation>
    </message>
    <message>
      <source>How much fits</source>
      <translation>能放下多少</translation>
    </message>
    <message>
      <source>Largest batch</source>
      <translation>最大批大小</translation>
    </message>
    <message>
      <source>Largest micro-batch</source>
      <translation>最大微批</translation>
    </message>
    <message>
      <source>Least memory fraction</source>
      <translation>最低显存比例</translation>
    </message>
    <message>
      <source>Longest context</source>
      <translation>最长上下文</translation>
    </message>
    <message>
      <source>Longest sequence</source>
      <translation>最长序列</translation>
    </message>
    <message>
      <source>Met at the least cost by {changed}, on {gpus} GPUs.</source>
      <translation>以最低成本达到目标的办法：{changed}，共 {gpus} 个 GPU。</translation>
    </message>
    <message>
      <source>Missed: no batch, TP, DP, weights in fp8 or GPU of this workbook that were tried meet them.</source>
      <translation>未达到：试过的批量、TP、DP、fp8 权重和本工作簿的 GPU 都不能满足。</translation>
    </message>
    <message>
      <source>No TP of 1, 2, 4 … up to {most:,} that divides the model fits, with any PP up to {stages:,}.</source>
      <translation>TP 取 1、2、4 … 直到 {most:,} 中能整除模型的值，配合直到 {stages:,} 的任意 PP，都放不下。</translation>
    </message>
    <message>
      <source>No context fits at batch {batch:,}.</source>
      <translation>批大小 {batch:,} 时任何上下文都放不下。</translation>
    </message>
    <message>
      <source>No memory fraction leaves enough free for this load to fit.</source>
      <translation>任何显存比例都不能为此负载留下足够空间。</translation>
    </message>
    <message>
      <source>No sequence fits at this micro-batch.</source>
      <translation>此微批下任何序列都放不下。</translation>
    </message>
    <message>
      <source>Not even one sequence fits.</source>
      <translation>连一个序列也放不下。</translation>
    </message>
    <message>
      <source>Not even one sequence of {context:,} tokens fits.</source>
      <translation>连一个 {context:,} token 的序列也放不下。</translation>
    </message>
    <message>
      <source>Requests at a time</source>
      <translation>同时请求数</translation>
    </message>
    <message>
      <source>Sequences of {most:,} tokens fit; up to {tight:,} are tight.</source>
      <translation>{most:,} token 的序列放得下；到 {tight:,} 为紧张。</translation>
    </message>
    <message>
      <source>So many requests of {context:,} tokens are held at a time in the room for the KV cache.</source>
      <translation>KV 缓存空间同时容纳这么多 {context:,} token 的请求。</translation>
    </message>
    <message>
      <source>TP {value}</source>
      <translation>TP {value}</translation>
    </message>
    <message>
      <source>Targets</source>
      <translation>目标</translation>
    </message>
    <message>
      <source>The memory of this plan is not known yet: its Findings say why.</source>
      <translation>此方案的显存尚不可知：原因见检查结果。</translation>
    </message>
    <message>
      <source>The plan fits at {placement}.</source>
      <translation>方案在 {placement} 时放得下。</translation>
    </message>
    <message>
      <source>The times of this plan are not known.</source>
      <translation>此方案的时间未知。</translation>
    </message>
    <message>
      <source>Tokens in the KV cache</source>
      <translation>KV 缓存 token 数</translation>
    </message>
    <message>
      <source>Trying plans …</source>
      <translation>正在试算方案 …</translation>
    </message>
    <message>
      <source>With a memory fraction of {least} % {engine} holds this load.</source>
      <translation>显存比例为 {least} % 时，{engine} 可承载此负载。</translation>
    </message>
    <message>
      <source>batch {value}</source>
      <translation>批量 {value}</translation>
    </message>
    <message>
      <source>none</source>
      <translation>无</translation>
    </message>
    <message>
      <source>weights {value}</source>
      <translation>权重 {value}</translation>
    </message>
    <message>
      <source>{most:,} sequences of {context:,} tokens fit.</source>
      <translation>{context:,} token 的序列放得下 {most:,} 个。</translation>
    </message>
    <message>
      <source>{most:,} sequences of {context:,} tokens fit; up to {tight:,} are tight.</source>
      <translation>{context:,} token 的序列放得下 {most:,} 个；到 {tight:,} 个为紧张。</translation>
    </message>
    <message>
      <source>{most:,} tokens per sequence fit at batch {batch:,}; no more were tried.</source>
      <translation>批大小 {batch:,} 时每序列放得下 {most:,} 个 token；没有再往上试。</translation>
    </message>
    <message>
      <source>{most:,} tokens per sequence fit at batch {batch:,}; up to {tight:,} are tight.</source>
      <translation>批大小 {batch:,} 时每序列放得下 {most:,} 个 token；到 {tight:,} 为紧张。</translation>
    </message>
    <message>
      <source>{room:.2f} GiB per GPU stay for the KV cache.</source>
      <translation>每 GPU 为 KV 缓存留有 {room:.2f} GiB。</translation>
    </message>
  </context>
  <context>
    <name>charts</name>
    <message>
      <source>+{amount} over</source>
      <translation>超出 {amount}</translation>
    </message>
    <message>
      <source>Activations</source>
      <translation>激活</translation>
    </message>
    <message>
      <source>Adapters</source>
      <translation>适配器</translation>
    </message>
    <message>
      <source>Beside the baseline: </source>
      <translation>对照基线：</translation>
    </message>
    <message>
      <source>Draft model</source>
      <translation>草稿模型</translation>
    </message>
    <message>
      <source>Free</source>
      <translation>剩余</translation>
    </message>
    <message>
      <source>Gradients</source>
      <translation>梯度</translation>
    </message>
    <message>
      <source>KV cache</source>
      <translation>KV 缓存</translation>
    </message>
    <message>
      <source>Legend</source>
      <translation>图例</translation>
    </message>
    <message>
      <source>Master weights</source>
      <translation>主权重</translation>
    </message>
    <message>
      <source>Measured against estimated</source>
      <translation>实测与估算</translation>
    </message>
    <message>
      <source>Needed by the baseline</source>
      <translation>基线所需</translation>
    </message>
    <message>
      <source>Needed is what this load takes. Reserved is what the engine takes whatever the load, as nvidia-smi shows it: what is left of it goes to the KV cache.</source>
      <translation>“需要”是此负载占用的量。“已保留”是引擎不论负载都占用的量，即 nvidia-smi 显示的值：其余部分归 KV 缓存。</translation>
    </message>
    <message>
      <source>Needed per GPU</source>
      <translation>每 GPU 需要</translation>
    </message>
    <message>
      <source>No scenarios: add one to see what it needs.</source>
      <translation>没有方案：添加一个即可看到其需要。</translation>
    </message>
    <message>
      <source>Optimizer</source>
      <translation>优化器</translation>
    </message>
    <message>
      <source>Over</source>
      <translation>超出</translation>
    </message>
    <message>
      <source>Overhead</source>
      <translation>开销</translation>
    </message>
    <message>
      <source>Reserved by the engine</source>
      <translation>引擎保留</translation>
    </message>
    <message>
      <source>Transient</source>
      <translation>瞬时</translation>
    </message>
    <message>
      <source>Usable</source>
      <translation>可用</translation>
    </message>
    <message>
      <source>Usable memory</source>
      <translation>可用显存</translation>
    </message>
    <message>
      <source>VRAM per GPU</source>
      <translation>每 GPU 显存</translation>
    </message>
    <message>
      <source>Weights</source>
      <translation>权重</translation>
    </message>
    <message>
      <source>at least {known}</source>
      <translation>至少 {known}</translation>
    </message>
    <message>
      <source>beside the baseline: {amount}</source>
      <translation>对照基线：{amount}</translation>
    </message>
    <message>
      <source>estimated, ms</source>
      <translation>估算，ms</translation>
    </message>
    <message>
      <source>measured, ms</source>
      <translation>实测，ms</translation>
    </message>
    <message>
      <source>no verdict</source>
      <translation>无结论</translation>
    </message>
    <message>
      <source>not known</source>
      <translation>未知</translation>
    </message>
    <message>
      <source>reserved by the engine: {amount}</source>
      <translation>引擎保留：{amount}</translation>
    </message>
    <message>
      <source>the baseline</source>
      <translation>基线</translation>
    </message>
    <message>
      <source>usable memory not known</source>
      <translation>可用显存未知</translation>
    </message>
    <message>
      <source>{amount} free</source>
      <translation>余 {amount}</translation>
    </message>
    <message>
      <source>{names} not known</source>
      <translation>{names} 未知</translation>
    </message>
  </context>
  <context>
    <name>checkpoints</name>
    <message>
      <source>Agrees: {count} elements in the files, exactly those of the ledger, line by line.</source>
      <translation>一致：文件中有 {count} 个元素，逐行与明细账完全相同。</translation>
    </message>
    <message>
      <source>Architecture</source>
      <translation>架构</translation>
    </message>
    <message>
      <source>Bits per weight</source>
      <translation>每权重位数</translation>
    </message>
    <message>
      <source>Bytes</source>
      <translation>字节</translation>
    </message>
    <message>
      <source>Bytes by type</source>
      <translation>按类型的字节数</translation>
    </message>
    <message>
      <source>Bytes of the tensors</source>
      <translation>张量的字节数</translation>
    </message>
    <message>
      <source>Bytes on disk</source>
      <translation>磁盘上的字节数</translation>
    </message>
    <message>
      <source>Calls itself</source>
      <translation>自称</translation>
    </message>
    <message>
      <source>Difference</source>
      <translation>差值</translation>
    </message>
    <message>
      <source>Differs: {found} elements in the files, {expected} in the ledger ({difference}).</source>
      <translation>不一致：文件中有 {found} 个元素，明细账中有 {expected} 个（{difference}）。</translation>
    </message>
    <message>
      <source>Download the file again, or save it anew.</source>
      <translation>请重新下载文件，或重新保存。</translation>
    </message>
    <message>
      <source>Elements</source>
      <translation>元素数</translation>
    </message>
    <message>
      <source>Expected</source>
      <translation>应有</translation>
    </message>
    <message>
      <source>Fact</source>
      <translation>信息</translation>
    </message>
    <message>
      <source>Facts of the file</source>
      <translation>文件中的信息</translation>
    </message>
    <message>
      <source>File</source>
      <translation>文件</translation>
    </message>
    <message>
      <source>File on disk</source>
      <translation>磁盘上的文件</translation>
    </message>
    <message>
      <source>Files</source>
      <translation>文件</translation>
    </message>
    <message>
      <source>Files of the set that are not here: {count} ({names}).</source>
      <translation>这里缺少的同组文件：{count}（{names}）。</translation>
    </message>
    <message>
      <source>Files on disk</source>
      <translation>磁盘上的文件</translation>
    </message>
    <message>
      <source>Files that the index names and that are not here: {count} ({names}). The dtypes, shapes and bytes of their tensors are not known.</source>
      <translation>索引写明而这里没有的文件：{count}（{names}）。其张量的 dtype、形状和字节数未知。</translation>
    </message>
    <message>
      <source>Found</source>
      <translation>实有</translation>
    </message>
    <message>
      <source>How many elements the packed tensors of {names} hold is not known: no quantization_config beside the files states the bits.</source>
      <translation>{names} 的打包张量含多少元素未知：文件旁没有写明位数的 quantization_config。</translation>
    </message>
    <message>
      <source>In no line: {count}</source>
      <translation>不属于任何行：{count}</translation>
    </message>
    <message>
      <source>In the file</source>
      <translation>文件中</translation>
    </message>
    <message>
      <source>In the model</source>
      <translation>模型中</translation>
    </message>
    <message>
      <source>Layers</source>
      <translation>层数</translation>
    </message>
    <message>
      <source>Layers that differ</source>
      <translation>有差异的层</translation>
    </message>
    <message>
      <source>Layers without it</source>
      <translation>没有它的层</translation>
    </message>
    <message>
      <source>Line by line</source>
      <translation>逐行</translation>
    </message>
    <message>
      <source>Line of the ledger</source>
      <translation>明细账的行</translation>
    </message>
    <message>
      <source>Mix</source>
      <translation>混合</translation>
    </message>
    <message>
      <source>Not every element is known, so that the sum cannot be compared; the lines say where.</source>
      <translation>并非每个元素都已知，因此无法比较总和；各行写明了位置。</translation>
    </message>
    <message>
      <source>Packed weights: {schemes}.</source>
      <translation>打包权重：{schemes}。</translation>
    </message>
    <message>
      <source>Plan with a stated mix, or choose one format for the part.</source>
      <translation>用指定混合规划，或为该部分选一种格式。</translation>
    </message>
    <message>
      <source>Prediction layers</source>
      <translation>预测层</translation>
    </message>
    <message>
      <source>Put the model's config.json into the folder.</source>
      <translation>请把模型的 config.json 放进文件夹。</translation>
    </message>
    <message>
      <source>Shape</source>
      <translation>形状</translation>
    </message>
    <message>
      <source>State</source>
      <translation>状态</translation>
    </message>
    <message>
      <source>Stored elements</source>
      <translation>存储的元素数</translation>
    </message>
    <message>
      <source>Taken with the formats, its exact size counts in plans.</source>
      <translation>采用格式后，其精确大小会计入方案。</translation>
    </message>
    <message>
      <source>Tensor</source>
      <translation>张量</translation>
    </message>
    <message>
      <source>Tensor “{tensor}” in {file} cannot be: it has no dtype.</source>
      <translation>{file} 中的张量“{tensor}”不合法：没有 dtype。</translation>
    </message>
    <message>
      <source>Tensor “{tensor}” in {file} cannot be: it is not described by an object.</source>
      <translation>{file} 中的张量“{tensor}”不合法：不是用对象描述的。</translation>
    </message>
    <message>
      <source>Tensor “{tensor}” in {file} cannot be: its bytes overlap with those of “{other}”.</source>
      <translation>{file} 中的张量“{tensor}”不合法：其字节与“{other}”重叠。</translation>
    </message>
    <message>
      <source>Tensor “{tensor}” in {file} cannot be: its data ends before it begins.</source>
      <translation>{file} 中的张量“{tensor}”不合法：数据在开始之前就结束。</translation>
    </message>
    <message>
      <source>Tensor “{tensor}” in {file} cannot be: its data_offsets are not two whole numbers.</source>
      <translation>{file} 中的张量“{tensor}”不合法：data_offsets 不是两个整数。</translation>
    </message>
    <message>
      <source>Tensor “{tensor}” in {file} cannot be: its name has {letters} letters.</source>
      <translation>{file} 中的张量“{tensor}”不合法：名称有 {letters} 个字母。</translation>
    </message>
    <message>
      <source>Tensor “{tensor}” in {file} cannot be: its shape and dtype need {needed} bytes, and its data_offsets span {there}.</source>
      <translation>{file} 中的张量“{tensor}”不合法：其形状和 dtype 需要 {needed} 字节，而 data_offsets 跨度为 {there}。</translation>
    </message>
    <message>
      <source>Tensor “{tensor}” in {file} cannot be: its shape has more elements than any file can hold.</source>
      <translation>{file} 中的张量“{tensor}”不合法：形状的元素数超出任何文件所能容纳。</translation>
    </message>
    <message>
      <source>Tensor “{tensor}” in {file} cannot be: its shape is not a list of at most 32 whole numbers.</source>
      <translation>{file} 中的张量“{tensor}”不合法：形状不是至多 32 个整数的列表。</translation>
    </message>
    <message>
      <source>Tensors</source>
      <translation>张量</translation>
    </message>
    <message>
      <source>Tensors in the files that the index does not name: {count} ({names}).</source>
      <translation>文件中有而索引没有写明的张量：{count}（{names}）。</translation>
    </message>
    <message>
      <source>Tensors of the ggml type {type}, which this program does not know, so that their bytes are not known: {count} ({names}).</source>
      <translation>ggml 类型为 {type} 的张量（本程序不认识，字节数未知）：{count}（{names}）。</translation>
    </message>
    <message>
      <source>Tensors of {file} with the dtype {dtype}, which this program does not know: {count}. Their bytes are counted by their place in the file.</source>
      <translation>{file} 中 dtype 为 {dtype} 的张量（本程序不认识）：{count}。其字节数按文件中的位置计。</translation>
    </message>
    <message>
      <source>Tensors that are computed and no parameters: {count} ({bytes} bytes; {names}).</source>
      <translation>计算得出而非参数的张量：{count}（{bytes} 字节；{names}）。</translation>
    </message>
    <message>
      <source>Tensors that are not in the file that the index names: {count} ({names}).</source>
      <translation>不在索引所写文件中的张量：{count}（{names}）。</translation>
    </message>
    <message>
      <source>Tensors that stand in several files, counted once: {count} ({names}).</source>
      <translation>出现在多个文件中、只计一次的张量：{count}（{names}）。</translation>
    </message>
    <message>
      <source>The JSON of {file} ends too early, in line {line}, column {column}: the file is truncated. Download it again.</source>
      <translation>{file} 的 JSON 在第 {line} 行第 {column} 列过早结束：文件被截断。请重新下载。</translation>
    </message>
    <message>
      <source>The JSON of {file} has {size} MiB and letters outside ASCII; such texts are read up to {most} MiB.</source>
      <translation>{file} 的 JSON 有 {size} MiB 且含 ASCII 以外的字符；此类文本最多读 {most} MiB。</translation>
    </message>
    <message>
      <source>The JSON of {file} has {size} MiB; up to {most} MiB are read.</source>
      <translation>{file} 的 JSON 有 {size} MiB；最多读 {most} MiB。</translation>
    </message>
    <message>
      <source>The JSON of {file} holds a number of {digits} digits: no size is that large.</source>
      <translation>{file} 的 JSON 含 {digits} 位的数字：没有这么大的尺寸。</translation>
    </message>
    <message>
      <source>The JSON of {file} holds more than {most} values: this is no header of a checkpoint.</source>
      <translation>{file} 的 JSON 含超过 {most} 个值：这不是检查点的文件头。</translation>
    </message>
    <message>
      <source>The JSON of {file} holds {word}, which is not a number.</source>
      <translation>{file} 的 JSON 含 {word}，它不是数字。</translation>
    </message>
    <message>
      <source>The JSON of {file} is nested too deeply.</source>
      <translation>{file} 的 JSON 嵌套过深。</translation>
    </message>
    <message>
      <source>The JSON of {file} is not UTF-8: byte {place} is no part of it. Download the file again.</source>
      <translation>{file} 的 JSON 不是 UTF-8：第 {place} 个字节不合法。请重新下载文件。</translation>
    </message>
    <message>
      <source>The JSON of {file} is not an object of names.</source>
      <translation>{file} 的 JSON 不是名称的对象。</translation>
    </message>
    <message>
      <source>The file calls itself {mix}: there is a stated mix of that name.</source>
      <translation>文件自称 {mix}：有同名的指定混合。</translation>
    </message>
    <message>
      <source>The files store {part} in several formats: {shares}.</source>
      <translation>文件以多种格式存储{part}：{shares}。</translation>
    </message>
    <message>
      <source>The head is tied to the token table, and the files store it all the same ({names}): {bytes} bytes more on disk, no parameters more.</source>
      <translation>head 与词嵌入表共用，而文件仍存储了它（{names}）：磁盘上多 {bytes} 字节，参数不增加。</translation>
    </message>
    <message>
      <source>The index states {stated} bytes in all; the tensors have {found}.</source>
      <translation>索引写明共 {stated} 字节；张量共有 {found}。</translation>
    </message>
    <message>
      <source>The metadata of {file} is not a set of texts.</source>
      <translation>{file} 的元数据不是一组文本。</translation>
    </message>
    <message>
      <source>The name “{name}” stands twice in {file}.</source>
      <translation>{file} 中名称“{name}”出现两次。</translation>
    </message>
    <message>
      <source>There is no model to hold this checkpoint against.</source>
      <translation>没有可与此检查点对照的模型。</translation>
    </message>
    <message>
      <source>There is no safetensors file in {folder}. Choose the folder that holds the model's files.</source>
      <translation>{folder} 中没有 safetensors 文件。请选择存放模型文件的文件夹。</translation>
    </message>
    <message>
      <source>Type</source>
      <translation>类型</translation>
    </message>
    <message>
      <source>Types</source>
      <translation>类型</translation>
    </message>
    <message>
      <source>Weights of layers that the ledger does not have: {count} ({elements} elements, {bytes} bytes; {names}).</source>
      <translation>明细账中没有的层的权重：{count}（{elements} 个元素，{bytes} 字节；{names}）。</translation>
    </message>
    <message>
      <source>Weights of other stacks than the decoder, not compared: {count} ({elements} elements, {bytes} bytes; {names}).</source>
      <translation>解码器以外的塔的权重，未核对：{count}（{elements} 个元素，{bytes} 字节；{names}）。</translation>
    </message>
    <message>
      <source>Weights whose names are not known, laid to no line: {count} ({elements} elements, {bytes} bytes; {names}).</source>
      <translation>名称不明、未归入任何行的权重：{count}（{elements} 个元素，{bytes} 字节；{names}）。</translation>
    </message>
    <message>
      <source>Weights without a line in the ledger: {count} ({elements} elements, {bytes} bytes; {names}).</source>
      <translation>明细账中没有对应行的权重：{count}（{elements} 个元素，{bytes} 字节；{names}）。</translation>
    </message>
    <message>
      <source>Why it is in no line</source>
      <translation>为何不属于任何行</translation>
    </message>
    <message>
      <source>agrees</source>
      <translation>一致</translation>
    </message>
    <message>
      <source>attention</source>
      <translation>注意力</translation>
    </message>
    <message>
      <source>computed, no parameter</source>
      <translation>计算得出，非参数</translation>
    </message>
    <message>
      <source>differs</source>
      <translation>不同</translation>
    </message>
    <message>
      <source>embedding</source>
      <translation>嵌入</translation>
    </message>
    <message>
      <source>experts</source>
      <translation>专家</translation>
    </message>
    <message>
      <source>extra</source>
      <translation>多余</translation>
    </message>
    <message>
      <source>feed-forward</source>
      <translation>前馈</translation>
    </message>
    <message>
      <source>head</source>
      <translation>head</translation>
    </message>
    <message>
      <source>in order</source>
      <translation>正常</translation>
    </message>
    <message>
      <source>its name is not known</source>
      <translation>名称不明</translation>
    </message>
    <message>
      <source>missing</source>
      <translation>缺少</translation>
    </message>
    <message>
      <source>not known</source>
      <translation>未知</translation>
    </message>
    <message>
      <source>of a layer that the ledger does not have</source>
      <translation>属于明细账中没有的层</translation>
    </message>
    <message>
      <source>of another stack than the decoder</source>
      <translation>属于解码器以外的塔</translation>
    </message>
    <message>
      <source>other weights</source>
      <translation>其他权重</translation>
    </message>
    <message>
      <source>the ledger has no line for it</source>
      <translation>明细账没有对应行</translation>
    </message>
    <message>
      <source>the tied head, stored again</source>
      <translation>共用的 head，重复存储</translation>
    </message>
    <message>
      <source>the whole of it</source>
      <translation>全部</translation>
    </message>
    <message>
      <source>{bytes} bytes of {file} belong to no tensor; safetensors itself refuses such a file.</source>
      <translation>{file} 有 {bytes} 字节不属于任何张量；safetensors 本身会拒绝此类文件。</translation>
    </message>
    <message>
      <source>{count} elements in the file, exactly those of the ledger.</source>
      <translation>文件中有 {count} 个元素，与明细账完全相同。</translation>
    </message>
    <message>
      <source>{count} elements in the file; there is no model to hold them against.</source>
      <translation>文件中有 {count} 个元素；没有可与之对照的模型。</translation>
    </message>
    <message>
      <source>{file} cannot be read: {place} begins at byte {offset} of the data, which is no multiple of {alignment}.</source>
      <translation>无法读取 {file}：{place} 从数据的第 {offset} 字节开始，不是 {alignment} 的倍数。</translation>
    </message>
    <message>
      <source>{file} cannot be read: {place} brings the items of arrays past {most}.</source>
      <translation>无法读取 {file}：{place} 使数组项数超过 {most}。</translation>
    </message>
    <message>
      <source>{file} cannot be read: {place} has a name of {length} bytes.</source>
      <translation>无法读取 {file}：{place} 的名称有 {length} 字节。</translation>
    </message>
    <message>
      <source>{file} cannot be read: {place} has a name that is not UTF-8.</source>
      <translation>无法读取 {file}：{place} 的名称不是 UTF-8。</translation>
    </message>
    <message>
      <source>{file} cannot be read: {place} has a value of type {kind}, which GGUF does not define.</source>
      <translation>无法读取 {file}：{place} 的值类型为 {kind}，GGUF 没有定义。</translation>
    </message>
    <message>
      <source>{file} cannot be read: {place} has an array of type {kind}, which GGUF does not define.</source>
      <translation>无法读取 {file}：{place} 的数组类型为 {kind}，GGUF 没有定义。</translation>
    </message>
    <message>
      <source>{file} cannot be read: {place} has arrays in arrays, nested too deeply.</source>
      <translation>无法读取 {file}：{place} 的数组嵌套过深。</translation>
    </message>
    <message>
      <source>{file} cannot be read: {place} has more elements than any file can hold.</source>
      <translation>无法读取 {file}：{place} 的元素数超出任何文件所能容纳。</translation>
    </message>
    <message>
      <source>{file} cannot be read: {place} has rows of {width} elements, which blocks of {block} ({type}) do not fill.</source>
      <translation>无法读取 {file}：{place} 的行有 {width} 个元素，不能被 {block} 的块（{type}）填满。</translation>
    </message>
    <message>
      <source>{file} cannot be read: {place} has {dimensions} dimensions.</source>
      <translation>无法读取 {file}：{place} 有 {dimensions} 维。</translation>
    </message>
    <message>
      <source>{file} cannot be read: {place} is {value}, which is no power of two up to {most}.</source>
      <translation>无法读取 {file}：{place} 为 {value}，不是至多 {most} 的二的幂。</translation>
    </message>
    <message>
      <source>{file} cannot be read: {place} overlaps with “{other}”.</source>
      <translation>无法读取 {file}：{place} 与“{other}”重叠。</translation>
    </message>
    <message>
      <source>{file} cannot be read: {place} speak of {tensors} tensors and {keys} metadata keys; up to {most_tensors} and {most_keys} are read.</source>
      <translation>无法读取 {file}：{place} 称有 {tensors} 个张量和 {keys} 个元数据键；最多读 {most_tensors} 和 {most_keys}。</translation>
    </message>
    <message>
      <source>{file} cannot be read: {place} stands there twice.</source>
      <translation>无法读取 {file}：{place} 出现两次。</translation>
    </message>
    <message>
      <source>{file} cannot be read: {reason}.</source>
      <translation>无法读取 {file}：{reason}。</translation>
    </message>
    <message>
      <source>{file} changed while it was read. Try again.</source>
      <translation>{file} 在读取时被改动。请重试。</translation>
    </message>
    <message>
      <source>{file} does not hold JSON where it should: {reason} in line {line}, column {column}. Download the file again.</source>
      <translation>{file} 应为 JSON 处不是：第 {line} 行第 {column} 列 {reason}。请重新下载文件。</translation>
    </message>
    <message>
      <source>{file} does not name an architecture.</source>
      <translation>{file} 没有写明架构。</translation>
    </message>
    <message>
      <source>{file} has {size} bytes: it is truncated, since a header's length alone takes 8. Download it again.</source>
      <translation>{file} 只有 {size} 字节：它被截断了，仅文件头长度就占 8 字节。请重新下载。</translation>
    </message>
    <message>
      <source>{file} holds more than one JSON document: a second one starts in line {line}, column {column}. Keep one of them.</source>
      <translation>{file} 含多个 JSON 文档：第二个从第 {line} 行第 {column} 列开始。请只留一个。</translation>
    </message>
    <message>
      <source>{file} is a Git LFS pointer, not the file itself. Fetch it with “git lfs pull”.</source>
      <translation>{file} 是 Git LFS 指针，而非文件本身。请用“git lfs pull”取得。</translation>
    </message>
    <message>
      <source>{file} is a big-endian file, for machines of that byte order.</source>
      <translation>{file} 是大端文件，用于该字节序的机器。</translation>
    </message>
    <message>
      <source>{file} is file {number} of {count}: its tensors are a part of the model.</source>
      <translation>{file} 是 {count} 个文件中的第 {number} 个：其张量只是模型的一部分。</translation>
    </message>
    <message>
      <source>{file} is no GGUF file: it does not begin with the letters GGUF.</source>
      <translation>{file} 不是 GGUF 文件：它不以字母 GGUF 开头。</translation>
    </message>
    <message>
      <source>{file} is no index: it has no weight_map.</source>
      <translation>{file} 不是索引：没有 weight_map。</translation>
    </message>
    <message>
      <source>{file} is no safetensors file, or it is corrupt: its first 8 bytes speak of a header of {length} bytes; up to {most} are read.</source>
      <translation>{file} 不是 safetensors 文件，或已损坏：前 8 字节称文件头有 {length} 字节；最多读 {most}。</translation>
    </message>
    <message>
      <source>{file} is no safetensors file: its header does not begin with a brace.</source>
      <translation>{file} 不是 safetensors 文件：文件头不以花括号开头。</translation>
    </message>
    <message>
      <source>{file} is not a file.</source>
      <translation>{file} 不是文件。</translation>
    </message>
    <message>
      <source>{file} is of GGUF version {version}; versions 2 and 3 are read. Convert the model again.</source>
      <translation>{file} 为 GGUF 版本 {version}；只读版本 2 和 3。请重新转换模型。</translation>
    </message>
    <message>
      <source>{file} is truncated or corrupt: {place} needs {count} bytes from byte {at} on, and the file has {size}. Download it again.</source>
      <translation>{file} 被截断或损坏：{place} 从第 {at} 字节起需要 {count} 字节，而文件有 {size}。请重新下载。</translation>
    </message>
    <message>
      <source>{file} is truncated: its header takes {length} bytes, and the file has {size}. Download it again.</source>
      <translation>{file} 被截断：文件头占 {length} 字节，而文件有 {size}。请重新下载。</translation>
    </message>
    <message>
      <source>{file} is truncated: tensor “{tensor}” ends at byte {end} of the data, and there are {there}. Download it again.</source>
      <translation>{file} 被截断：张量“{tensor}”在数据的第 {end} 字节结束，而只有 {there}。请重新下载。</translation>
    </message>
    <message>
      <source>{file} names more than {tensors} tensors or {files} files: this is no checkpoint of a model.</source>
      <translation>{file} 写明超过 {tensors} 个张量或 {files} 个文件：这不是模型的检查点。</translation>
    </message>
    <message>
      <source>{file} says that tensor “{tensor}” is in “{shard}”, which is not the name of a file beside it.</source>
      <translation>{file} 称张量“{tensor}”在“{shard}”中，而它不是旁边文件的名称。</translation>
    </message>
    <message>
      <source>{found} elements in the file, {expected} in the ledger ({difference}).</source>
      <translation>文件中有 {found} 个元素，明细账中有 {expected} 个（{difference}）。</translation>
    </message>
    <message>
      <source>{line}: the files have none in {count} of the group's layers: {layers}.</source>
      <translation>{line}：该组的 {count} 层在文件中没有：{layers}。</translation>
    </message>
    <message>
      <source>{line}: the files have none.</source>
      <translation>{line}：文件中没有。</translation>
    </message>
    <message>
      <source>{line}: {found} elements in the files, {expected} in the ledger.</source>
      <translation>{line}：文件中有 {found} 个元素，明细账中为 {expected}。</translation>
    </message>
    <message>
      <source>{line}: {found} elements in the files, {expected} in the ledger; {count} layers differ: {layers}.</source>
      <translation>{line}：文件中有 {found} 个元素，明细账中为 {expected}；{count} 层不同：{layers}。</translation>
    </message>
  </context>
  <context>
    <name>comparing</name>
    <message>
      <source>Layers, group {number}</source>
      <translation>层，第 {number} 组</translation>
    </message>
  </context>
  <context>
    <name>counted</name>
    <message>
      <source>1 error</source>
      <translation>1 条错误</translation>
    </message>
    <message>
      <source>1 finding</source>
      <translation>1 条检查结果</translation>
    </message>
    <message>
      <source>1 scenario</source>
      <translation>1 个方案</translation>
    </message>
    <message>
      <source>Change cell</source>
      <translation>更改单元格</translation>
    </message>
    <message>
      <source>Change {count} cells</source>
      <translation>更改 {count} 个单元格</translation>
    </message>
    <message>
      <source>Clear cell</source>
      <translation>清除单元格</translation>
    </message>
    <message>
      <source>Clear {count} cells</source>
      <translation>清除 {count} 个单元格</translation>
    </message>
    <message>
      <source>Cut cell</source>
      <translation>剪切单元格</translation>
    </message>
    <message>
      <source>Cut {count} cells</source>
      <translation>剪切 {count} 个单元格</translation>
    </message>
    <message>
      <source>Delete row</source>
      <translation>删除行</translation>
    </message>
    <message>
      <source>Delete {count} rows</source>
      <translation>删除 {count} 行</translation>
    </message>
    <message>
      <source>Duplicate row</source>
      <translation>复制行</translation>
    </message>
    <message>
      <source>Duplicate {count} rows</source>
      <translation>复制 {count} 行</translation>
    </message>
    <message>
      <source>Fill cell</source>
      <translation>填充单元格</translation>
    </message>
    <message>
      <source>Fill {count} cells</source>
      <translation>填充 {count} 个单元格</translation>
    </message>
    <message>
      <source>Insert row</source>
      <translation>插入行</translation>
    </message>
    <message>
      <source>Insert {count} rows</source>
      <translation>插入 {count} 行</translation>
    </message>
    <message>
      <source>Move row</source>
      <translation>移动行</translation>
    </message>
    <message>
      <source>Move {count} rows</source>
      <translation>移动 {count} 行</translation>
    </message>
    <message>
      <source>Paste cell</source>
      <translation>粘贴单元格</translation>
    </message>
    <message>
      <source>Paste {count} cells</source>
      <translation>粘贴 {count} 个单元格</translation>
    </message>
    <message>
      <source>Replace in a cell</source>
      <translation>替换一个单元格</translation>
    </message>
    <message>
      <source>Replace in {count} cells</source>
      <translation>替换 {count} 个单元格</translation>
    </message>
    <message>
      <source>Replaced in one cell.</source>
      <translation>已替换一个单元格。</translation>
    </message>
    <message>
      <source>Replaced in {count} cells.</source>
      <translation>已替换 {count} 个单元格。</translation>
    </message>
    <message>
      <source>{count} errors</source>
      <translation>{count} 条错误</translation>
    </message>
    <message>
      <source>{count} findings</source>
      <translation>{count} 条检查结果</translation>
    </message>
    <message>
      <source>{count} scenarios</source>
      <translation>{count} 个方案</translation>
    </message>
  </context>
  <context>
    <name>dataflow</name>
    <message>
      <source>Absorbed: the key half of the matrix turns queries into the latent space, the value half turns back what attention gives. Keys and values of the heads are never made.</source>
      <translation>已吸收：矩阵中键的一半把查询变换到潜在空间，值的一半把注意力的输出变换回来。从不生成各头的键和值。</translation>
    </message>
    <message>
      <source>Adds what came round to what the branch gives.</source>
      <translation>把绕过的残差流与分支的输出相加。</translation>
    </message>
    <message>
      <source>All heads attend to the one latent vector of each token.</source>
      <translation>所有头都关注每个 token 的同一个潜在向量。</translation>
    </message>
    <message>
      <source>All-reduce</source>
      <translation>All-reduce</translation>
    </message>
    <message>
      <source>Between GPUs; beside the times of the block.</source>
      <translation>在 GPU 之间；不计入块的时间。</translation>
    </message>
    <message>
      <source>Bytes</source>
      <translation>字节</translation>
    </message>
    <message>
      <source>Causal: a token sees itself and every token before it, of {keys}.</source>
      <translation>因果：一个 token 看到自身和它之前的所有 token，共 {keys} 个。</translation>
    </message>
    <message>
      <source>Chosen: an indexer scores all {keys}, attention sees the best {picks}.</source>
      <translation>挑选：索引器给全部 {keys} 个打分，注意力看到最好的 {picks} 个。</translation>
    </message>
    <message>
      <source>Chunks: a token sees what is before it in its own {window} of {keys}.</source>
      <translation>分块：一个 token 看到自己所在块中它之前的部分，块为 {window}，共 {keys}。</translation>
    </message>
    <message>
      <source>Every token passes the shared experts.</source>
      <translation>每个 token 都经过共享专家。</translation>
    </message>
    <message>
      <source>FLOPs</source>
      <translation>FLOP</translation>
    </message>
    <message>
      <source>FLOPs per byte</source>
      <translation>每字节 FLOP</translation>
    </message>
    <message>
      <source>Forward pass of a training step</source>
      <translation>训练步的前向遍</translation>
    </message>
    <message>
      <source>Full: every token sees all {keys} of the other input.</source>
      <translation>完全：每个 token 看到另一输入的全部 {keys} 个。</translation>
    </message>
    <message>
      <source>Its parameters are counted at the step that reads them first.</source>
      <translation>其参数计入最先读取它们的一步。</translation>
    </message>
    <message>
      <source>KV cache</source>
      <translation>KV 缓存</translation>
    </message>
    <message>
      <source>KV cache of an earlier layer</source>
      <translation>前面某层的 KV 缓存</translation>
    </message>
    <message>
      <source>Line of the ledger</source>
      <translation>明细账的行</translation>
    </message>
    <message>
      <source>Logits</source>
      <translation>Logits</translation>
    </message>
    <message>
      <source>No attention: each token sees the last {window} through a convolution.</source>
      <translation>没有注意力：每个 token 通过卷积看到最近 {window} 个。</translation>
    </message>
    <message>
      <source>No mask: a state of fixed size carries what came before.</source>
      <translation>没有掩码：固定大小的状态承载之前的内容。</translation>
    </message>
    <message>
      <source>No mixing of tokens.</source>
      <translation>token 之间不混合。</translation>
    </message>
    <message>
      <source>Of the last token of each sequence.</source>
      <translation>每个序列的最后一个 token 的。</translation>
    </message>
    <message>
      <source>Parameters</source>
      <translation>参数量</translation>
    </message>
    <message>
      <source>Reads one row of the table for each token.</source>
      <translation>每个 token 读取表中的一行。</translation>
    </message>
    <message>
      <source>Residual stream in</source>
      <translation>残差流输入</translation>
    </message>
    <message>
      <source>Residual stream out</source>
      <translation>残差流输出</translation>
    </message>
    <message>
      <source>Shape</source>
      <translation>形状</translation>
    </message>
    <message>
      <source>Shape by name</source>
      <translation>按名称的形状</translation>
    </message>
    <message>
      <source>State</source>
      <translation>状态</translation>
    </message>
    <message>
      <source>The head is the token table itself; it is counted there.</source>
      <translation>输出头就是词表本身，已在那里计入。</translation>
    </message>
    <message>
      <source>Time, s</source>
      <translation>时间，s</translation>
    </message>
    <message>
      <source>Token ids</source>
      <translation>token 编号</translation>
    </message>
    <message>
      <source>Weights {shape}</source>
      <translation>权重 {shape}</translation>
    </message>
    <message>
      <source>Window of {window}, and before it one entry for each {compression} of {keys} tokens.</source>
      <translation>窗口 {window}，在其之前每 {compression} 个 token 一个条目，共 {keys} 个 token。</translation>
    </message>
    <message>
      <source>Window of {window}, and before it the best {picks} of the entries, one for each {compression} of {keys} tokens.</source>
      <translation>窗口 {window}，在其之前取最好的 {picks} 个条目，每 {compression} 个 token 一个条目，共 {keys} 个 token。</translation>
    </message>
    <message>
      <source>Window of {window}: longer than the {keys} tokens, so all before it are seen.</source>
      <translation>窗口 {window}：长于 {keys} 个 token，因此之前的全部可见。</translation>
    </message>
    <message>
      <source>Window: a token sees the last {window} of {keys}.</source>
      <translation>窗口：一个 token 看到 {keys} 个中的最近 {window} 个。</translation>
    </message>
    <message>
      <source>With parameters that no call of this pass reads.</source>
      <translation>含有这一遍中没有调用读取的参数。</translation>
    </message>
    <message>
      <source>bound by {bound}</source>
      <translation>受限于{bound}</translation>
    </message>
    <message>
      <source>scores</source>
      <translation>分数</translation>
    </message>
    <message>
      <source>{active} of {experts} experts for each token</source>
      <translation>每个 token 用 {experts} 个专家中的 {active} 个</translation>
    </message>
    <message>
      <source>{amount} in all layers</source>
      <translation>所有层共 {amount}</translation>
    </message>
    <message>
      <source>{amount} in all layers, at the full context</source>
      <translation>全上下文时所有层共 {amount}</translation>
    </message>
    <message>
      <source>{amount} moved</source>
      <translation>搬运 {amount}</translation>
    </message>
    <message>
      <source>{amount} of weights on this GPU</source>
      <translation>此 GPU 上的权重 {amount}</translation>
    </message>
    <message>
      <source>{count} identical layers</source>
      <translation>{count} 个相同的层</translation>
    </message>
    <message>
      <source>{count} identical layers, at {positions}</source>
      <translation>{count} 个相同的层，位于 {positions}</translation>
    </message>
    <message>
      <source>{count} parameters</source>
      <translation>{count} 参数</translation>
    </message>
    <message>
      <source>{time}, bound by: {bound}</source>
      <translation>{time}，受限于：{bound}</translation>
    </message>
  </context>
  <context>
    <name>devices</name>
    <message>
      <source>The driver did not answer within {seconds:g} seconds.</source>
      <translation>驱动程序在 {seconds:g} 秒内没有响应。</translation>
    </message>
  </context>
  <context>
    <name>edits</name>
    <message>
      <source>A {kind} does not belong into the table {table}.</source>
      <translation>{kind} 不属于表 {table}。</translation>
    </message>
    <message>
      <source>The id of a row never changes: other rows refer to it.</source>
      <translation>行的 id 不会改变：其他行引用它。</translation>
    </message>
    <message>
      <source>The id {id} is taken: give the new row its own.</source>
      <translation>id {id} 已被占用：请给新行另取一个。</translation>
    </message>
    <message>
      <source>There is nothing at {place}: the row or the field is gone.</source>
      <translation>{place} 处没有内容：该行或字段已不存在。</translation>
    </message>
    <message>
      <source>There would be {count} rows here; {most} are the most.</source>
      <translation>这里将有 {count} 行；最多 {most} 行。</translation>
    </message>
    <message>
      <source>{place} does not take this: {reason}.</source>
      <translation>{place} 不接受此值：{reason}。</translation>
    </message>
    <message>
      <source>{place} takes a row of the same table with the same id.</source>
      <translation>{place} 只接受同一张表中 id 相同的行。</translation>
    </message>
    <message>
      <source>{reason}.</source>
      <translation>{reason}。</translation>
    </message>
  </context>
  <context>
    <name>errors</name>
    <message>
      <source>&amp;Copy report</source>
      <translation>复制报告(&amp;C)</translation>
    </message>
    <message>
      <source>&amp;Save report…</source>
      <translation>保存报告(&amp;S)…</translation>
    </message>
    <message>
      <source>An error in Fitsheet itself stopped the last action. Your workbook is as it was before that action, and you can go on working; saving a copy under a new name is wise.</source>
      <translation>Fitsheet 自身的错误中断了上一个操作。工作簿保持该操作之前的状态，可以继续工作；建议另存一份副本。</translation>
    </message>
    <message>
      <source>Changes that are not saved are in the recovery journal, should Fitsheet end.</source>
      <translation>未保存的更改已写入恢复日志，以防 Fitsheet 意外结束。</translation>
    </message>
    <message>
      <source>Report</source>
      <translation>报告</translation>
    </message>
    <message>
      <source>Save report</source>
      <translation>保存报告</translation>
    </message>
    <message>
      <source>Show &amp;report</source>
      <translation>显示报告(&amp;R)</translation>
    </message>
    <message>
      <source>Something went wrong</source>
      <translation>出错了</translation>
    </message>
    <message>
      <source>The recovery journal could not be written: save your workbook now.</source>
      <translation>无法写入恢复日志：请立即保存工作簿。</translation>
    </message>
    <message>
      <source>{count} errors so far.</source>
      <translation>目前共 {count} 个错误。</translation>
    </message>
  </context>
  <context>
    <name>explain</name>
    <message>
      <source>Back</source>
      <translation>后退</translation>
    </message>
    <message>
      <source>Baseline {name}: {amount}</source>
      <translation>基线“{name}”：{amount}</translation>
    </message>
    <message>
      <source>Choose a computed cell or a line of the ledger to see how it is computed.</source>
      <translation>选择一个计算得出的单元格或明细账的一行，即可查看其计算过程。</translation>
    </message>
    <message>
      <source>Explanation of the selected line</source>
      <translation>所选行的解释</translation>
    </message>
    <message>
      <source>Formula</source>
      <translation>公式</translation>
    </message>
    <message>
      <source>Forward</source>
      <translation>前进</translation>
    </message>
    <message>
      <source>It is a constant of the formula.</source>
      <translation>它是公式中的常数。</translation>
    </message>
    <message>
      <source>Numbers</source>
      <translation>代入数值</translation>
    </message>
    <message>
      <source>Of the baseline {name}.</source>
      <translation>属于基线“{name}”。</translation>
    </message>
    <message>
      <source>Reference</source>
      <translation>出处</translation>
    </message>
    <message>
      <source>The baseline {name} has no such line.</source>
      <translation>基线“{name}”没有这一行。</translation>
    </message>
    <message>
      <source>The cell is blank; this is what it follows.</source>
      <translation>单元格为空；这是它所跟随的值。</translation>
    </message>
    <message>
      <source>Used by</source>
      <translation>被以下各行使用</translation>
    </message>
    <message>
      <source>Where its numbers come from</source>
      <translation>数值来源</translation>
    </message>
    <message>
      <source>and {count} more lines</source>
      <translation>另有 {count} 行</translation>
    </message>
    <message>
      <source>blank</source>
      <translation>空</translation>
    </message>
    <message>
      <source>not known</source>
      <translation>未知</translation>
    </message>
  </context>
  <context>
    <name>fields</name>
    <message>
      <source>0: every rank holds all states</source>
      <translation>0：每个 rank 保存全部状态</translation>
    </message>
    <message>
      <source>1: optimizer states and master weights shared</source>
      <translation>1：切分优化器状态和主权重</translation>
    </message>
    <message>
      <source>2: gradients shared too</source>
      <translation>2：梯度也切分</translation>
    </message>
    <message>
      <source>3: weights shared too (FSDP, full shard)</source>
      <translation>3：权重也切分（FSDP 全分片）</translation>
    </message>
    <message>
      <source>4-bit products: bandwidth</source>
      <translation>4 位矩阵乘：带宽</translation>
    </message>
    <message>
      <source>4-bit products: compute</source>
      <translation>4 位矩阵乘：算力</translation>
    </message>
    <message>
      <source>4-bit products: exponent</source>
      <translation>4 位矩阵乘：指数</translation>
    </message>
    <message>
      <source>4-bit products: per call</source>
      <translation>4 位矩阵乘：每次调用</translation>
    </message>
    <message>
      <source>4-bit products: per call, fused</source>
      <translation>4 位矩阵乘：每次调用（融合）</translation>
    </message>
    <message>
      <source>8-bit products: bandwidth</source>
      <translation>8 位矩阵乘：带宽</translation>
    </message>
    <message>
      <source>8-bit products: compute</source>
      <translation>8 位矩阵乘：算力</translation>
    </message>
    <message>
      <source>8-bit products: exponent</source>
      <translation>8 位矩阵乘：指数</translation>
    </message>
    <message>
      <source>8-bit products: per call</source>
      <translation>8 位矩阵乘：每次调用</translation>
    </message>
    <message>
      <source>8-bit products: per call, fused</source>
      <translation>8 位矩阵乘：每次调用（融合）</translation>
    </message>
    <message>
      <source>A batch starts and ends together</source>
      <translation>一批同时开始、同时结束</translation>
    </message>
    <message>
      <source>A bias beside the scale (LayerNorm).</source>
      <translation>缩放之外的偏置（LayerNorm）。</translation>
    </message>
    <message>
      <source>A bias of vocab_size elements on the LM head.</source>
      <translation>LM head 上 vocab_size 个元素的偏置。</translation>
    </message>
    <message>
      <source>A bias on the convolution.</source>
      <translation>卷积上的偏置。</translation>
    </message>
    <message>
      <source>A bias on the input projection.</source>
      <translation>输入投影上的偏置。</translation>
    </message>
    <message>
      <source>A bias on the key projection.</source>
      <translation>键投影上的偏置。</translation>
    </message>
    <message>
      <source>A bias on the matrices that widen.</source>
      <translation>升维矩阵上的偏置。</translation>
    </message>
    <message>
      <source>A bias on the matrix that narrows.</source>
      <translation>降维矩阵上的偏置。</translation>
    </message>
    <message>
      <source>A bias on the output projection.</source>
      <translation>输出投影上的偏置。</translation>
    </message>
    <message>
      <source>A bias on the query projection.</source>
      <translation>查询投影上的偏置。</translation>
    </message>
    <message>
      <source>A bias on the value projection.</source>
      <translation>值投影上的偏置。</translation>
    </message>
    <message>
      <source>A decode step is one CUDA graph: no gaps between its kernels.</source>
      <translation>一个解码步就是一个 CUDA graph：内核之间没有间隙。</translation>
    </message>
    <message>
      <source>A fraction of the card's memory</source>
      <translation>显存的一个比例</translation>
    </message>
    <message>
      <source>A fraction of what is free after loading</source>
      <translation>加载后空闲量的一个比例</translation>
    </message>
    <message>
      <source>A fraction of what is free before loading</source>
      <translation>加载前空闲量的一个比例</translation>
    </message>
    <message>
      <source>A full step, tried at the start</source>
      <translation>启动时试跑一个满步</translation>
    </message>
    <message>
      <source>A layer may reuse the picks of an earlier one.</source>
      <translation>某层可以复用前面某层的选择。</translation>
    </message>
    <message>
      <source>A learned bias of d_model elements beside the scale.</source>
      <translation>缩放之外的 d_model 个元素的可学习偏置。</translation>
    </message>
    <message>
      <source>A learned bias on the router's scores.</source>
      <translation>路由分数上的可学习偏置。</translation>
    </message>
    <message>
      <source>A learned gate of d_model elements on the shared network.</source>
      <translation>共享网络上 d_model 个元素的可学习门控。</translation>
    </message>
    <message>
      <source>A learned gate on the heads' outputs.</source>
      <translation>各头输出上的可学习门控。</translation>
    </message>
    <message>
      <source>A learned norm on queries and keys.</source>
      <translation>查询和键上的可学习归一化。</translation>
    </message>
    <message>
      <source>A learned norm over all channels before the output.</source>
      <translation>输出前对所有通道的可学习归一化。</translation>
    </message>
    <message>
      <source>A learned norm over the width before the matrix that narrows (BitNet).</source>
      <translation>降维矩阵前对宽度的可学习归一化（BitNet）。</translation>
    </message>
    <message>
      <source>A learned scale of d_model elements (OLMo-1 has none).</source>
      <translation>d_model 个元素的可学习缩放（OLMo-1 没有）。</translation>
    </message>
    <message>
      <source>A learned scale on the router's input and on every expert (Gemma 4).</source>
      <translation>路由输入和每个专家上的可学习缩放（Gemma 4）。</translation>
    </message>
    <message>
      <source>A line of text.</source>
      <translation>一行文本。</translation>
    </message>
    <message>
      <source>A mask is handed to attention (padding): keys and values are repeated.</source>
      <translation>注意力带有掩码（填充）：键和值会被重复展开。</translation>
    </message>
    <message>
      <source>A norm over all heads before the output projection (BitNet).</source>
      <translation>输出投影前对所有头的归一化（BitNet）。</translation>
    </message>
    <message>
      <source>A plan that leaves less than this share of the usable memory is Tight.</source>
      <translation>剩余少于可用显存这一比例的方案判为“紧张”。</translation>
    </message>
    <message>
      <source>A prompt is read in pieces of at most the tokens per step, between decode steps.</source>
      <translation>提示分块读入，每块不超过每步 token 数，穿插在解码步之间。</translation>
    </message>
    <message>
      <source>A recurrent state takes whole pages of the cache, and a page is at least as large as a state.</source>
      <translation>循环状态占用整页缓存，一页至少与一个状态一样大。</translation>
    </message>
    <message>
      <source>A scale for every element of queries and keys</source>
      <translation>查询和键的每个元素各有一个缩放</translation>
    </message>
    <message>
      <source>A small model that is loaded too and guesses ahead (speculative decoding).</source>
      <translation>一并加载、用来提前猜测的小模型（投机解码）。</translation>
    </message>
    <message>
      <source>A table for each layer, in fp32</source>
      <translation>每层一张表，fp32</translation>
    </message>
    <message>
      <source>A table for each layer, in the type of the arithmetic</source>
      <translation>每层一张表，按算术类型</translation>
    </message>
    <message>
      <source>A table of the positions' sines and cosines lies among the weights.</source>
      <translation>权重中含有位置的正弦、余弦表。</translation>
    </message>
    <message>
      <source>A token table that is not the head too stays in host memory.</source>
      <translation>不兼作 head 的词嵌入表留在主机内存。</translation>
    </message>
    <message>
      <source>Absorbed latent expansion</source>
      <translation>已吸收的潜在展开</translation>
    </message>
    <message>
      <source>Acceptance</source>
      <translation>接受率</translation>
    </message>
    <message>
      <source>Accumulated</source>
      <translation>累积</translation>
    </message>
    <message>
      <source>Activation</source>
      <translation>激活函数</translation>
    </message>
    <message>
      <source>Activations</source>
      <translation>激活</translation>
    </message>
    <message>
      <source>Activations inside</source>
      <translation>激活是否计入</translation>
    </message>
    <message>
      <source>Activations, as printed</source>
      <translation>激活（按打印值）</translation>
    </message>
    <message>
      <source>Active</source>
      <translation>激活参数</translation>
    </message>
    <message>
      <source>Active experts</source>
      <translation>激活专家数</translation>
    </message>
    <message>
      <source>Adafactor, fp32</source>
      <translation>Adafactor，fp32</translation>
    </message>
    <message>
      <source>Adagrad, bf16</source>
      <translation>Adagrad，bf16</translation>
    </message>
    <message>
      <source>AdamW, 8-bit states (bf16 weights)</source>
      <translation>AdamW，8 位状态（bf16 权重）</translation>
    </message>
    <message>
      <source>AdamW, FSDP mixed precision (fp32 shards)</source>
      <translation>AdamW，FSDP 混合精度（fp32 分片）</translation>
    </message>
    <message>
      <source>AdamW, all bf16 (torch)</source>
      <translation>AdamW，全 bf16（torch）</translation>
    </message>
    <message>
      <source>AdamW, all fp32</source>
      <translation>AdamW，全 fp32</translation>
    </message>
    <message>
      <source>AdamW, bf16 with fp32 master (ZeRO)</source>
      <translation>AdamW，bf16 加 fp32 主权重（ZeRO）</translation>
    </message>
    <message>
      <source>AdamW, bf16 with fp32 master and gradients (Megatron)</source>
      <translation>AdamW，bf16 加 fp32 主权重和梯度（Megatron）</translation>
    </message>
    <message>
      <source>AdamW, fp32 under bf16 autocast</source>
      <translation>AdamW，fp32 加 bf16 autocast</translation>
    </message>
    <message>
      <source>Adapters</source>
      <translation>适配器</translation>
    </message>
    <message>
      <source>Adapters held at the same time beside the matrices of attention and feed-forward; beside experts where the engine does that. Blank: none.</source>
      <translation>与注意力和前馈矩阵并存的适配器数；引擎支持时也包括专家旁的。空：没有。</translation>
    </message>
    <message>
      <source>After attention and feed-forward</source>
      <translation>注意力和前馈之后</translation>
    </message>
    <message>
      <source>All FLOPs that are computed over the time and the dense peak of all GPUs.</source>
      <translation>实际计算的全部 FLOP 除以时间和所有 GPU 的稠密峰值。</translation>
    </message>
    <message>
      <source>All of attention</source>
      <translation>全部注意力矩阵</translation>
    </message>
    <message>
      <source>All of attention and feed-forward</source>
      <translation>全部注意力和前馈矩阵</translation>
    </message>
    <message>
      <source>All of it on the fullest GPU.</source>
      <translation>最满的 GPU 上的总量。</translation>
    </message>
    <message>
      <source>All that is free, given to the KV cache.</source>
      <translation>全部空闲量都给 KV 缓存。</translation>
    </message>
    <message>
      <source>All-reduce</source>
      <translation>All-reduce</translation>
    </message>
    <message>
      <source>All-reduces by number of cards</source>
      <translation>按卡数的 all-reduce</translation>
    </message>
    <message>
      <source>An all-reduce of its own, in a CUDA graph</source>
      <translation>自有 all-reduce，在 CUDA graph 中</translation>
    </message>
    <message>
      <source>An earlier layer</source>
      <translation>前面的某层</translation>
    </message>
    <message>
      <source>Architecture</source>
      <translation>架构</translation>
    </message>
    <message>
      <source>As allocated (vLLM prints these)</source>
      <translation>按已分配（vLLM 打印此值）</translation>
    </message>
    <message>
      <source>As how many devices software sees this row; each has its share.</source>
      <translation>软件把此行看作几个设备；每个各占一份。</translation>
    </message>
    <message>
      <source>As reserved (SGLang prints these)</source>
      <translation>按已保留（SGLang 打印此值）</translation>
    </message>
    <message>
      <source>As scored, in the type of the arithmetic</source>
      <translation>按打分时的算术类型</translation>
    </message>
    <message>
      <source>As stored</source>
      <translation>按存储格式</translation>
    </message>
    <message>
      <source>As the file</source>
      <translation>与文件相同</translation>
    </message>
    <message>
      <source>As usual, of queries and keys that are rotated already (Hunyuan)</source>
      <translation>同常规，但作用于已旋转的查询和键（Hunyuan）</translation>
    </message>
    <message>
      <source>Attention</source>
      <translation>注意力</translation>
    </message>
    <message>
      <source>Attention or other token mixer</source>
      <translation>注意力或其他 token 混合层</translation>
    </message>
    <message>
      <source>Attention weights</source>
      <translation>注意力权重</translation>
    </message>
    <message>
      <source>Band of a decode step, other constants</source>
      <translation>解码步误差范围（他卡常数）</translation>
    </message>
    <message>
      <source>Band of a prefill, other constants</source>
      <translation>预填充误差范围（他卡常数）</translation>
    </message>
    <message>
      <source>Band of times</source>
      <translation>时间误差范围</translation>
    </message>
    <message>
      <source>Band, own constants</source>
      <translation>误差范围（本卡常数）</translation>
    </message>
    <message>
      <source>Bandwidth</source>
      <translation>带宽</translation>
    </message>
    <message>
      <source>Bandwidth ceiling</source>
      <translation>带宽上限</translation>
    </message>
    <message>
      <source>Bandwidth efficiency</source>
      <translation>带宽效率</translation>
    </message>
    <message>
      <source>Bandwidth to a neighbour over NVLink or its like, ONE direction; brochures print both.</source>
      <translation>经 NVLink 或类似链路到相邻卡的单向带宽；宣传册印的是双向之和。</translation>
    </message>
    <message>
      <source>Baseline</source>
      <translation>基线</translation>
    </message>
    <message>
      <source>Batch</source>
      <translation>批大小</translation>
    </message>
    <message>
      <source>Batching</source>
      <translation>批处理方式</translation>
    </message>
    <message>
      <source>Before and after each</source>
      <translation>每个之前和之后</translation>
    </message>
    <message>
      <source>Before attention and feed-forward</source>
      <translation>注意力和前馈之前</translation>
    </message>
    <message>
      <source>Beside</source>
      <translation>旁路</translation>
    </message>
    <message>
      <source>Beside attention</source>
      <translation>注意力旁的混合层</translation>
    </message>
    <message>
      <source>Beside: {title}</source>
      <translation>旁路：{title}</translation>
    </message>
    <message>
      <source>Best-scored entries that attention reads.</source>
      <translation>注意力读取的得分最高的条目数。</translation>
    </message>
    <message>
      <source>Best-scored tokens that attention reads; all of them while there are fewer.</source>
      <translation>注意力读取的得分最高的 token 数；不足时全部读取。</translation>
    </message>
    <message>
      <source>Bias</source>
      <translation>偏置</translation>
    </message>
    <message>
      <source>Biases of attention</source>
      <translation>注意力的偏置</translation>
    </message>
    <message>
      <source>Biases on the experts' matrices.</source>
      <translation>专家矩阵上的偏置。</translation>
    </message>
    <message>
      <source>Biases on the matrices that make the small vectors.</source>
      <translation>生成小向量的矩阵上的偏置。</translation>
    </message>
    <message>
      <source>Biases on the projections and the convolution.</source>
      <translation>投影和卷积上的偏置。</translation>
    </message>
    <message>
      <source>Biases on the two large projections.</source>
      <translation>两个大投影上的偏置。</translation>
    </message>
    <message>
      <source>Blocks of the gates' matrices.</source>
      <translation>门控矩阵的块数。</translation>
    </message>
    <message>
      <source>Board</source>
      <translation>板卡</translation>
    </message>
    <message>
      <source>Branch norms</source>
      <translation>分支归一化</translation>
    </message>
    <message>
      <source>Bubble</source>
      <translation>流水线气泡</translation>
    </message>
    <message>
      <source>Bucket</source>
      <translation>桶</translation>
    </message>
    <message>
      <source>Budget</source>
      <translation>预算</translation>
    </message>
    <message>
      <source>Buffers of the collectives library, on more than one GPU.</source>
      <translation>多 GPU 时集合通信库的缓冲区。</translation>
    </message>
    <message>
      <source>By card: Marlin before capability 9, Triton from there on</source>
      <translation>按卡：能力 9 以下用 Marlin，以上用 Triton</translation>
    </message>
    <message>
      <source>By card: on Hopper Marlin, and scales of an fp8 checkpoint stay in fp32</source>
      <translation>按卡：Hopper 上用 Marlin，fp8 检查点的缩放保持 fp32</translation>
    </message>
    <message>
      <source>Bytes of all optimizer states per trained parameter. Blank: the recipe's.</source>
      <translation>每个训练参数的全部优化器状态字节数。空：按配方。</translation>
    </message>
    <message>
      <source>Bytes of the gradients per trained parameter. Blank: the recipe's.</source>
      <translation>每个训练参数的梯度字节数。空：按配方。</translation>
    </message>
    <message>
      <source>Bytes of the master weights per trained parameter. Blank: the recipe's.</source>
      <translation>每个训练参数的主权重字节数。空：按配方。</translation>
    </message>
    <message>
      <source>Bytes of the weights per trained parameter. Blank: the recipe's.</source>
      <translation>每个训练参数的权重字节数。空：按配方。</translation>
    </message>
    <message>
      <source>Bytes that the files take for dense and shared feed-forward networks, where they have several formats. Counted while the part's format is blank and either is stated.</source>
      <translation>文件中稠密和共享前馈网络占用的字节数（含多种格式时）。该部分格式为空且任一项已填写时计入。</translation>
    </message>
    <message>
      <source>Bytes that the files take for norms, biases and routers, where they have several formats. Counted while the part's format is blank and either is stated.</source>
      <translation>文件中归一化、偏置和路由占用的字节数（含多种格式时）。该部分格式为空且任一项已填写时计入。</translation>
    </message>
    <message>
      <source>Bytes that the files take for the LM head, where they have several formats. Counted while the part's format is blank and either is stated.</source>
      <translation>文件中 LM head 占用的字节数（含多种格式时）。该部分格式为空且任一项已填写时计入。</translation>
    </message>
    <message>
      <source>Bytes that the files take for the experts that a router chooses from, where they have several formats. Counted while the part's format is blank and either is stated.</source>
      <translation>文件中由路由选择的专家占用的字节数（含多种格式时）。该部分格式为空且任一项已填写时计入。</translation>
    </message>
    <message>
      <source>Bytes that the files take for the matrices of attention, where they have several formats. Counted while the part's format is blank and either is stated.</source>
      <translation>文件中注意力矩阵占用的字节数（含多种格式时）。该部分格式为空且任一项已填写时计入。</translation>
    </message>
    <message>
      <source>Bytes that the files take for the token table, where they have several formats. Counted while the part's format is blank and either is stated.</source>
      <translation>文件中词嵌入表占用的字节数（含多种格式时）。该部分格式为空且任一项已填写时计入。</translation>
    </message>
    <message>
      <source>CP</source>
      <translation>CP</translation>
    </message>
    <message>
      <source>CUDA graphs</source>
      <translation>CUDA graph</translation>
    </message>
    <message>
      <source>CUDA graphs inside</source>
      <translation>CUDA graph 是否计入</translation>
    </message>
    <message>
      <source>CUDA graphs, high</source>
      <translation>CUDA graph（高）</translation>
    </message>
    <message>
      <source>CUDA graphs, low</source>
      <translation>CUDA graph（低）</translation>
    </message>
    <message>
      <source>Cache on one GPU</source>
      <translation>单 GPU 缓存</translation>
    </message>
    <message>
      <source>Capability</source>
      <translation>计算能力</translation>
    </message>
    <message>
      <source>Capacity</source>
      <translation>容量</translation>
    </message>
    <message>
      <source>Captured graphs of a server.</source>
      <translation>服务器捕获的 CUDA graph。</translation>
    </message>
    <message>
      <source>Captured graphs.</source>
      <translation>捕获的 CUDA graph。</translation>
    </message>
    <message>
      <source>Cards on the link</source>
      <translation>链路上的卡数</translation>
    </message>
    <message>
      <source>Cards per host</source>
      <translation>每主机卡数</translation>
    </message>
    <message>
      <source>Cells are filled up to a multiple of this where flash attention is off. Blank: of 256, as where it is on.</source>
      <translation>关闭 flash attention 时，单元数补齐到此值的倍数。空：256 的倍数，与开启时相同。</translation>
    </message>
    <message>
      <source>Cells in steps of 256 (llama.cpp)</source>
      <translation>以 256 为步长的单元（llama.cpp）</translation>
    </message>
    <message>
      <source>Centred and scaled in fp32, written out (Cohere)</source>
      <translation>以 fp32 中心化和缩放，逐步写出（Cohere）</translation>
    </message>
    <message>
      <source>Channels</source>
      <translation>通道数</translation>
    </message>
    <message>
      <source>Channels per head</source>
      <translation>每头通道数</translation>
    </message>
    <message>
      <source>Checked by cases</source>
      <translation>经实例验证</translation>
    </message>
    <message>
      <source>Checkpointing</source>
      <translation>激活重计算</translation>
    </message>
    <message>
      <source>Choices of the router that compute nothing. Blank: none.</source>
      <translation>路由中不做计算的选项数。空：没有。</translation>
    </message>
    <message>
      <source>Chunked prefill</source>
      <translation>分块预填充</translation>
    </message>
    <message>
      <source>Chunked: the query's own block of tokens</source>
      <translation>分块：查询自身所在的 token 块</translation>
    </message>
    <message>
      <source>Chunks of tokens of a chunked loss.</source>
      <translation>分块损失的 token 块数。</translation>
    </message>
    <message>
      <source>Chunks of tokens, computed again in the backward pass</source>
      <translation>token 分块，反向传播时重算</translation>
    </message>
    <message>
      <source>Collective latency</source>
      <translation>集合通信延迟</translation>
    </message>
    <message>
      <source>Collective latency, PCIe</source>
      <translation>集合通信延迟（PCIe）</translation>
    </message>
    <message>
      <source>Communicator</source>
      <translation>通信器</translation>
    </message>
    <message>
      <source>Communicator, high</source>
      <translation>通信器（高）</translation>
    </message>
    <message>
      <source>Communicator, low</source>
      <translation>通信器（低）</translation>
    </message>
    <message>
      <source>Compression</source>
      <translation>压缩</translation>
    </message>
    <message>
      <source>Compute efficiency</source>
      <translation>算力效率</translation>
    </message>
    <message>
      <source>Compute share</source>
      <translation>算力比例</translation>
    </message>
    <message>
      <source>Computed FLOPs</source>
      <translation>实际 FLOP</translation>
    </message>
    <message>
      <source>Constants</source>
      <translation>常数</translation>
    </message>
    <message>
      <source>Constants by class of operator</source>
      <translation>按算子类别的常数</translation>
    </message>
    <message>
      <source>Constants of the time estimate</source>
      <translation>时间估算的常数</translation>
    </message>
    <message>
      <source>Context</source>
      <translation>上下文</translation>
    </message>
    <message>
      <source>Context-parallel degree. Serving: ranks of the TP group that share the tokens of the KV cache. Training: GPUs beside those of TP, PP and DP that share the tokens of a sequence.</source>
      <translation>上下文并行度。推理：TP 组中分担 KV 缓存 token 的 rank 数。训练：在 TP、PP、DP 之外分担序列 token 的 GPU 数。</translation>
    </message>
    <message>
      <source>Convolution</source>
      <translation>卷积</translation>
    </message>
    <message>
      <source>Convolution bias</source>
      <translation>卷积偏置</translation>
    </message>
    <message>
      <source>Copies of the cache</source>
      <translation>缓存副本</translation>
    </message>
    <message>
      <source>Copies of the logits as stated in this row</source>
      <translation>logits 副本按此行填写</translation>
    </message>
    <message>
      <source>Copies of the residual stream.</source>
      <translation>残差流的份数。</translation>
    </message>
    <message>
      <source>Cost</source>
      <translation>费用</translation>
    </message>
    <message>
      <source>Cost of a million output tokens at the lowest price of an hour that was found.</source>
      <translation>按查到的每小时最低价计算的每百万输出 token 费用。</translation>
    </message>
    <message>
      <source>Custom all-reduce efficiency, 2 cards</source>
      <translation>自有 all-reduce 效率，2 卡</translation>
    </message>
    <message>
      <source>Custom all-reduce efficiency, 4 cards</source>
      <translation>自有 all-reduce 效率，4 卡</translation>
    </message>
    <message>
      <source>Custom all-reduce efficiency, 8 cards</source>
      <translation>自有 all-reduce 效率，8 卡</translation>
    </message>
    <message>
      <source>Custom all-reduce latency, 2 cards</source>
      <translation>自有 all-reduce 延迟，2 卡</translation>
    </message>
    <message>
      <source>Custom all-reduce latency, 4 cards</source>
      <translation>自有 all-reduce 延迟，4 卡</translation>
    </message>
    <message>
      <source>Custom all-reduce latency, 8 cards</source>
      <translation>自有 all-reduce 延迟，8 卡</translation>
    </message>
    <message>
      <source>DP</source>
      <translation>DP</translation>
    </message>
    <message>
      <source>Data-parallel degree: copies of the attention layers that share the batch. Experts are copied too, unless EP spreads them.</source>
      <translation>数据并行度：分担批次的注意力层副本数。专家也复制，除非由 EP 分布。</translation>
    </message>
    <message>
      <source>Days</source>
      <translation>天数</translation>
    </message>
    <message>
      <source>Days of 24 hours that the tokens of the run take.</source>
      <translation>训练全部 token 所需的天数（每天 24 小时）。</translation>
    </message>
    <message>
      <source>Decode</source>
      <translation>解码</translation>
    </message>
    <message>
      <source>Decode GPUs</source>
      <translation>解码 GPU</translation>
    </message>
    <message>
      <source>Decode attention: bandwidth</source>
      <translation>解码注意力：带宽</translation>
    </message>
    <message>
      <source>Decode attention: per call</source>
      <translation>解码注意力：每次调用</translation>
    </message>
    <message>
      <source>Decode step</source>
      <translation>解码步</translation>
    </message>
    <message>
      <source>DeepSpeed ZeRO</source>
      <translation>DeepSpeed ZeRO</translation>
    </message>
    <message>
      <source>Dense TF32 rate of the matrix units.</source>
      <translation>矩阵单元的稠密 TF32 速率。</translation>
    </message>
    <message>
      <source>Dense bf16 rate with fp32 accumulation.</source>
      <translation>稠密 bf16 速率，fp32 累加。</translation>
    </message>
    <message>
      <source>Dense fp16 rate with fp16 accumulation; on GeForce twice the other.</source>
      <translation>稠密 fp16 速率，fp16 累加；GeForce 上为另一种的两倍。</translation>
    </message>
    <message>
      <source>Dense fp16 rate with fp32 accumulation.</source>
      <translation>稠密 fp16 速率，fp32 累加。</translation>
    </message>
    <message>
      <source>Dense fp32 rate (not TF32).</source>
      <translation>稠密 fp32 速率（非 TF32）。</translation>
    </message>
    <message>
      <source>Dense fp4 rate with fp32 accumulation.</source>
      <translation>稠密 fp4 速率，fp32 累加。</translation>
    </message>
    <message>
      <source>Dense fp8 rate with fp16 accumulation; on GeForce twice the other.</source>
      <translation>稠密 fp8 速率，fp16 累加；GeForce 上为另一种的两倍。</translation>
    </message>
    <message>
      <source>Dense fp8 rate with fp32 accumulation.</source>
      <translation>稠密 fp8 速率，fp32 累加。</translation>
    </message>
    <message>
      <source>Dense int8 rate with int32 accumulation, in TOP/s.</source>
      <translation>稠密 int8 速率，int32 累加，单位 TOP/s。</translation>
    </message>
    <message>
      <source>Device context</source>
      <translation>设备上下文</translation>
    </message>
    <message>
      <source>Device context inside</source>
      <translation>设备上下文是否计入</translation>
    </message>
    <message>
      <source>Device context, high</source>
      <translation>设备上下文（高）</translation>
    </message>
    <message>
      <source>Device context, low</source>
      <translation>设备上下文（低）</translation>
    </message>
    <message>
      <source>Device context, runtime, captured graphs, communicators.</source>
      <translation>设备上下文、运行时、捕获的 CUDA graph、通信器。</translation>
    </message>
    <message>
      <source>Devices</source>
      <translation>设备数</translation>
    </message>
    <message>
      <source>Divided by their sum, in fp32 (Mixtral)</source>
      <translation>除以其和，fp32（Mixtral）</translation>
    </message>
    <message>
      <source>Divided by their sum, in the type of the arithmetic</source>
      <translation>除以其和，按算术类型</translation>
    </message>
    <message>
      <source>Document</source>
      <translation>文档</translation>
    </message>
    <message>
      <source>Down bias</source>
      <translation>降维偏置</translation>
    </message>
    <message>
      <source>Draft model</source>
      <translation>草稿模型</translation>
    </message>
    <message>
      <source>Drafted tokens</source>
      <translation>起草 token 数</translation>
    </message>
    <message>
      <source>Driver memory</source>
      <translation>驱动显存</translation>
    </message>
    <message>
      <source>Dropout</source>
      <translation>Dropout</translation>
    </message>
    <message>
      <source>EP</source>
      <translation>EP</translation>
    </message>
    <message>
      <source>Each adapter drops part of its own copy of the input.</source>
      <translation>每个适配器各自丢弃其输入副本的一部分。</translation>
    </message>
    <message>
      <source>Each layer stores its own token table and head.</source>
      <translation>每层各存自己的词嵌入表和 head。</translation>
    </message>
    <message>
      <source>Eager: scores are written out</source>
      <translation>Eager：写出分数矩阵</translation>
    </message>
    <message>
      <source>Elements of a buffer that collectives work in. Blank: 500,000,000 with DeepSpeed, else none is counted.</source>
      <translation>集合通信所用缓冲区的元素数。空：DeepSpeed 为 500,000,000，其他不计。</translation>
    </message>
    <message>
      <source>Elements of a head that are rotated and joined to the rest. Blank: the whole head, in place.</source>
      <translation>头中旋转后再与其余部分拼接的元素数。空：整个头，就地旋转。</translation>
    </message>
    <message>
      <source>Elements of a head that are rotated by position; packed caches keep them in 16 bits.</source>
      <translation>头中按位置旋转的元素数；压缩缓存以 16 位保存它们。</translation>
    </message>
    <message>
      <source>Elements of a query or key head that are not rotated.</source>
      <translation>查询或键的头中不旋转的元素数。</translation>
    </message>
    <message>
      <source>Elements of a query or key head.</source>
      <translation>查询或键的头的元素数。</translation>
    </message>
    <message>
      <source>Elements of a value head.</source>
      <translation>值的头的元素数。</translation>
    </message>
    <message>
      <source>Elements of one head, of the key and of the value.</source>
      <translation>一个头的元素数（键和值）。</translation>
    </message>
    <message>
      <source>Elements of one head.</source>
      <translation>一个头的元素数。</translation>
    </message>
    <message>
      <source>Elements of one head; not always d_model / heads.</source>
      <translation>一个头的元素数；不一定是 d_model / heads。</translation>
    </message>
    <message>
      <source>Elements of one index head.</source>
      <translation>一个索引头的元素数。</translation>
    </message>
    <message>
      <source>Elements of one value head where they differ from the keys'. Blank: the head width.</source>
      <translation>值的头与键不同时的元素数。空：与头宽相同。</translation>
    </message>
    <message>
      <source>Elements of one value head.</source>
      <translation>一个值头的元素数。</translation>
    </message>
    <message>
      <source>Elements of state per channel.</source>
      <translation>每通道的状态元素数。</translation>
    </message>
    <message>
      <source>Elements of the vector that keys and values are read from.</source>
      <translation>读出键和值的向量的元素数。</translation>
    </message>
    <message>
      <source>Elements that each layer gets per token.</source>
      <translation>每层每个 token 得到的元素数。</translation>
    </message>
    <message>
      <source>Elements that the files hold of dense and shared feed-forward networks, where they have several formats. Counted while the part's format is blank and either is stated.</source>
      <translation>文件中稠密和共享前馈网络的元素数（含多种格式时）。该部分格式为空且任一项已填写时计入。</translation>
    </message>
    <message>
      <source>Elements that the files hold of norms, biases and routers, where they have several formats. Counted while the part's format is blank and either is stated.</source>
      <translation>文件中归一化、偏置和路由的元素数（含多种格式时）。该部分格式为空且任一项已填写时计入。</translation>
    </message>
    <message>
      <source>Elements that the files hold of the LM head, where they have several formats. Counted while the part's format is blank and either is stated.</source>
      <translation>文件中 LM head 的元素数（含多种格式时）。该部分格式为空且任一项已填写时计入。</translation>
    </message>
    <message>
      <source>Elements that the files hold of the experts that a router chooses from, where they have several formats. Counted while the part's format is blank and either is stated.</source>
      <translation>文件中由路由选择的专家的元素数（含多种格式时）。该部分格式为空且任一项已填写时计入。</translation>
    </message>
    <message>
      <source>Elements that the files hold of the matrices of attention, where they have several formats. Counted while the part's format is blank and either is stated.</source>
      <translation>文件中注意力矩阵的元素数（含多种格式时）。该部分格式为空且任一项已填写时计入。</translation>
    </message>
    <message>
      <source>Elements that the files hold of the token table, where they have several formats. Counted while the part's format is blank and either is stated.</source>
      <translation>文件中词嵌入表的元素数（含多种格式时）。该部分格式为空且任一项已填写时计入。</translation>
    </message>
    <message>
      <source>Elementwise: bandwidth</source>
      <translation>逐元素：带宽</translation>
    </message>
    <message>
      <source>Elementwise: per call</source>
      <translation>逐元素：每次调用</translation>
    </message>
    <message>
      <source>Embedding norm</source>
      <translation>嵌入归一化</translation>
    </message>
    <message>
      <source>Embedding norm bias</source>
      <translation>嵌入归一化偏置</translation>
    </message>
    <message>
      <source>Embedding norm form</source>
      <translation>嵌入归一化形式</translation>
    </message>
    <message>
      <source>Embedding norm scale</source>
      <translation>嵌入归一化缩放</translation>
    </message>
    <message>
      <source>Embedding norm scale from one</source>
      <translation>嵌入归一化缩放从一起算</translation>
    </message>
    <message>
      <source>Embedding weights</source>
      <translation>嵌入权重</translation>
    </message>
    <message>
      <source>Embedding width</source>
      <translation>嵌入宽度</translation>
    </message>
    <message>
      <source>Empty experts</source>
      <translation>空专家</translation>
    </message>
    <message>
      <source>Energy</source>
      <translation>能耗</translation>
    </message>
    <message>
      <source>Energy of an output token at the power limit of the boards.</source>
      <translation>按板卡功率上限计算的每输出 token 能耗。</translation>
    </message>
    <message>
      <source>Engine</source>
      <translation>引擎</translation>
    </message>
    <message>
      <source>Engines</source>
      <translation>引擎</translation>
    </message>
    <message>
      <source>Entries attended</source>
      <translation>关注的条目</translation>
    </message>
    <message>
      <source>Equal cards in one machine.</source>
      <translation>一台机器中相同的卡数。</translation>
    </message>
    <message>
      <source>Estimate: from sending a request to its first token, with the queue that it meets in a running server; a static batch's own prefill.</source>
      <translation>估算：从发出请求到第一个 token，包含在运行中的服务器里遇到的排队；静态批则为其自身的预填充。</translation>
    </message>
    <message>
      <source>Estimate: mean time between output tokens of one request, with its share of the prefills that run in between.</source>
      <translation>估算：一个请求的输出 token 之间的平均时间，包含其间预填充的份额。</translation>
    </message>
    <message>
      <source>Estimate: one token for every sequence at full context.</source>
      <translation>估算：满上下文时每个序列产生一个 token。</translation>
    </message>
    <message>
      <source>Estimate: reading the prompts of the whole batch.</source>
      <translation>估算：读入整批的提示。</translation>
    </message>
    <message>
      <source>Every expert has room for adapters too.</source>
      <translation>每个专家也为适配器留出空间。</translation>
    </message>
    <message>
      <source>Every n layers: the input of each n-th layer is kept</source>
      <translation>每 n 层：保留每第 n 层的输入</translation>
    </message>
    <message>
      <source>Every token of a step</source>
      <translation>一步中的每个 token</translation>
    </message>
    <message>
      <source>Exact count of the whole model; tied tables count once.</source>
      <translation>整个模型的精确计数；共用的表只计一次。</translation>
    </message>
    <message>
      <source>Exact: a window holds its window</source>
      <translation>精确：窗口层只存其窗口</translation>
    </message>
    <message>
      <source>Expert bias</source>
      <translation>专家偏置</translation>
    </message>
    <message>
      <source>Expert matrices</source>
      <translation>专家矩阵</translation>
    </message>
    <message>
      <source>Expert weights</source>
      <translation>专家权重</translation>
    </message>
    <message>
      <source>Expert width</source>
      <translation>专家宽度</translation>
    </message>
    <message>
      <source>Expert-parallel degree: ranks that whole experts are spread over, at most TP times DP (in training times CP too). At 1 each expert is cut by TP.</source>
      <translation>专家并行度：整个专家分布到的 rank 数，最多为 TP 乘 DP（训练时再乘 CP）。为 1 时每个专家由 TP 切分。</translation>
    </message>
    <message>
      <source>Experts</source>
      <translation>专家数</translation>
    </message>
    <message>
      <source>Experts: bandwidth</source>
      <translation>专家：带宽</translation>
    </message>
    <message>
      <source>Experts: compute</source>
      <translation>专家：算力</translation>
    </message>
    <message>
      <source>Experts: per call</source>
      <translation>专家：每次调用</translation>
    </message>
    <message>
      <source>Explicit mask</source>
      <translation>显式掩码</translation>
    </message>
    <message>
      <source>Extra rows</source>
      <translation>额外行</translation>
    </message>
    <message>
      <source>FLOPs of a step with what is computed again.</source>
      <translation>一步的 FLOP，含重计算。</translation>
    </message>
    <message>
      <source>FSDP of torch, flat parameters</source>
      <translation>torch 的 FSDP，扁平参数</translation>
    </message>
    <message>
      <source>FSDP2 of torch (fully_shard)</source>
      <translation>torch 的 FSDP2（fully_shard）</translation>
    </message>
    <message>
      <source>Factor between estimate and pessimistic time where the GPU's constants were fitted on this kind of GPU.</source>
      <translation>GPU 常数在同型号上拟合时，估算与悲观时间之间的倍数。</translation>
    </message>
    <message>
      <source>Factor between the estimate and the pessimistic time of a request.</source>
      <translation>请求的估算时间与悲观时间之间的倍数。</translation>
    </message>
    <message>
      <source>Feed forward</source>
      <translation>前馈</translation>
    </message>
    <message>
      <source>Feed-forward</source>
      <translation>前馈</translation>
    </message>
    <message>
      <source>Feed-forward network</source>
      <translation>前馈网络</translation>
    </message>
    <message>
      <source>Feed-forward weights</source>
      <translation>前馈权重</translation>
    </message>
    <message>
      <source>Feed-forward width</source>
      <translation>前馈宽度</translation>
    </message>
    <message>
      <source>Feed-forward: {title}</source>
      <translation>前馈：{title}</translation>
    </message>
    <message>
      <source>Final norm</source>
      <translation>末层归一化</translation>
    </message>
    <message>
      <source>Final norm bias</source>
      <translation>末层归一化偏置</translation>
    </message>
    <message>
      <source>Final norm form</source>
      <translation>末层归一化形式</translation>
    </message>
    <message>
      <source>Final norm scale</source>
      <translation>末层归一化缩放</translation>
    </message>
    <message>
      <source>Final norm scale from one</source>
      <translation>末层归一化缩放从一起算</translation>
    </message>
    <message>
      <source>Fits, Tight, Does not fit, or Unknown, against what the card or the engine leaves.</source>
      <translation>放得下、紧张、放不下或未知，以显卡或引擎所留的显存为准。</translation>
    </message>
    <message>
      <source>Fixed time of one all-reduce of 2 cards over their faster link. Blank: the collective latency.</source>
      <translation>2 卡在较快链路上一次 all-reduce 的固定时间。空：集合通信延迟。</translation>
    </message>
    <message>
      <source>Fixed time of one all-reduce of 4 cards over their faster link. Blank: the collective latency.</source>
      <translation>4 卡在较快链路上一次 all-reduce 的固定时间。空：集合通信延迟。</translation>
    </message>
    <message>
      <source>Fixed time of one all-reduce of 8 cards over their faster link. Blank: the collective latency.</source>
      <translation>8 卡在较快链路上一次 all-reduce 的固定时间。空：集合通信延迟。</translation>
    </message>
    <message>
      <source>Fixed time of one all-reduce over PCIe (alpha).</source>
      <translation>PCIe 上一次 all-reduce 的固定时间（alpha）。</translation>
    </message>
    <message>
      <source>Fixed time of one all-reduce over the link (alpha).</source>
      <translation>链路上一次 all-reduce 的固定时间（alpha）。</translation>
    </message>
    <message>
      <source>Fixed time of one call and of the kernels before it that quantise its input. Blank: of the wider class.</source>
      <translation>一次调用及其前面量化输入的内核的固定时间。空：取上一级类别的值。</translation>
    </message>
    <message>
      <source>Fixed time of one call whose input an earlier kernel has quantised. Blank: of the wider class.</source>
      <translation>输入已由前面的内核量化时，一次调用的固定时间。空：取上一级类别的值。</translation>
    </message>
    <message>
      <source>Fixed time of one call. Blank: of the wider class.</source>
      <translation>一次调用的固定时间。空：取上一级类别的值。</translation>
    </message>
    <message>
      <source>Fixed time of one kernel (t0).</source>
      <translation>一个内核的固定时间（t0）。</translation>
    </message>
    <message>
      <source>Fixed time that a quantised input adds to a matrix product when the kernel before quantises it.</source>
      <translation>由前面的内核量化输入时，矩阵乘增加的固定时间。</translation>
    </message>
    <message>
      <source>Fixed time that kernels of their own add to a quantised matrix product.</source>
      <translation>由独立内核量化时，量化矩阵乘增加的固定时间。</translation>
    </message>
    <message>
      <source>Flash attention</source>
      <translation>Flash attention</translation>
    </message>
    <message>
      <source>Flash attention reads a quantised cache from copies in fp16, of one layer at a time, and the compute buffer has room for them.</source>
      <translation>Flash attention 从 fp16 副本读取量化缓存（一次一层），计算缓冲区为其留出空间。</translation>
    </message>
    <message>
      <source>FlashInfer: masks and normalises without sorting</source>
      <translation>FlashInfer：不排序的掩码与归一化</translation>
    </message>
    <message>
      <source>For every n layers: how many are computed again at once.</source>
      <translation>每 n 层重计算时：一次重算几层。</translation>
    </message>
    <message>
      <source>Format in which the published checkpoint stores dense and shared feed-forward networks. Blank: as the stored weights.</source>
      <translation>已发布检查点中稠密和共享前馈网络的存储格式。空：与存储权重相同。</translation>
    </message>
    <message>
      <source>Format in which the published checkpoint stores norms, biases and routers. Blank: the type that its matrices are computed in.</source>
      <translation>已发布检查点中归一化、偏置和路由的存储格式。空：其矩阵的计算类型。</translation>
    </message>
    <message>
      <source>Format in which the published checkpoint stores the LM head. Blank: as the other stored weights.</source>
      <translation>已发布检查点中 LM head 的存储格式。空：与其他存储权重相同。</translation>
    </message>
    <message>
      <source>Format in which the published checkpoint stores the experts that a router chooses from. Blank: as the stored weights.</source>
      <translation>已发布检查点中由路由选择的专家的存储格式。空：与存储权重相同。</translation>
    </message>
    <message>
      <source>Format in which the published checkpoint stores the layers' matrices. Blank: bf16.</source>
      <translation>已发布检查点中各层矩阵的存储格式。空：bf16。</translation>
    </message>
    <message>
      <source>Format in which the published checkpoint stores the matrices of attention. Blank: as the stored weights.</source>
      <translation>已发布检查点中注意力矩阵的存储格式。空：与存储权重相同。</translation>
    </message>
    <message>
      <source>Format in which the published checkpoint stores the token table. Blank: as the other stored weights.</source>
      <translation>已发布检查点中词嵌入表的存储格式。空：与其他存储权重相同。</translation>
    </message>
    <message>
      <source>Format of activations and of the arithmetic. Blank: as the other weights.</source>
      <translation>激活和算术的格式。空：与其他权重相同。</translation>
    </message>
    <message>
      <source>Format of dense feed-forward networks and of shared experts. Blank: as the weights.</source>
      <translation>稠密前馈网络和共享专家的格式。空：与权重相同。</translation>
    </message>
    <message>
      <source>Format of norms, biases and routers, and of embedding and head that state none: quantised checkpoints keep them in 16 bit. Blank: the format of the weights, or the type they are computed in when they are quantised.</source>
      <translation>归一化、偏置和路由的格式，以及未填写格式的嵌入和 head：量化检查点把它们保留为 16 位。空：权重的格式；权重已量化时为其计算类型。</translation>
    </message>
    <message>
      <source>Format of the LM head; a tied head has that of the token table. Blank: as the other weights; a mix has its own.</source>
      <translation>LM head 的格式；共用的 head 与词嵌入表相同。空：与其他权重相同；混合格式有自己的设定。</translation>
    </message>
    <message>
      <source>Format of the experts that a router chooses from. Blank: as the weights.</source>
      <translation>由路由选择的专家的格式。空：与权重相同。</translation>
    </message>
    <message>
      <source>Format of the keys in the cache. Blank: as the activations.</source>
      <translation>缓存中键的格式。空：与激活相同。</translation>
    </message>
    <message>
      <source>Format of the layers' matrices, or a stated mix of GGUF types by tensor. Blank: as the model's published checkpoint stores each part, bf16 where that is not known.</source>
      <translation>各层矩阵的格式，或按张量指定的 GGUF 类型混合。空：按模型已发布检查点各部分的存储格式，不明时为 bf16。</translation>
    </message>
    <message>
      <source>Format of the matrices of attention and other token mixers. Blank: as the weights.</source>
      <translation>注意力及其他 token 混合层矩阵的格式。空：与权重相同。</translation>
    </message>
    <message>
      <source>Format of the token table. Blank: as the other weights; a mix has its own.</source>
      <translation>词嵌入表的格式。空：与其他权重相同；混合格式有自己的设定。</translation>
    </message>
    <message>
      <source>Format of the values in the cache. Blank: as the activations.</source>
      <translation>缓存中值的格式。空：与激活相同。</translation>
    </message>
    <message>
      <source>Free</source>
      <translation>剩余</translation>
    </message>
    <message>
      <source>Free now</source>
      <translation>当前空闲</translation>
    </message>
    <message>
      <source>From sending to the last token: TTFT and a TPOT for each further token.</source>
      <translation>从发出到最后一个 token：TTFT 加上其后每个 token 的 TPOT。</translation>
    </message>
    <message>
      <source>From the MFU that is typed, or estimated from the GPU's efficiency.</source>
      <translation>由填写的 MFU 得出，或由 GPU 的效率估算。</translation>
    </message>
    <message>
      <source>Full length, windows too</source>
      <translation>全长，窗口层也是</translation>
    </message>
    <message>
      <source>Full sequences</source>
      <translation>满序列</translation>
    </message>
    <message>
      <source>Full: only the input of each layer is kept</source>
      <translation>完全：只保留每层的输入</translation>
    </message>
    <message>
      <source>Fused linear and cross-entropy: gradients in the forward pass</source>
      <translation>融合线性与交叉熵：前向时求梯度</translation>
    </message>
    <message>
      <source>Fused norms</source>
      <translation>融合归一化</translation>
    </message>
    <message>
      <source>Fused: FlashAttention, fused norms and activations</source>
      <translation>融合：FlashAttention、融合归一化和激活函数</translation>
    </message>
    <message>
      <source>GELU</source>
      <translation>GELU</translation>
    </message>
    <message>
      <source>GELU (tanh)</source>
      <translation>GELU（tanh）</translation>
    </message>
    <message>
      <source>GELU (tanh, written out)</source>
      <translation>GELU（tanh，逐步写出）</translation>
    </message>
    <message>
      <source>GGUF iq1_bn (ik_llama.cpp)</source>
      <translation>GGUF iq1_bn (ik_llama.cpp)</translation>
    </message>
    <message>
      <source>GGUF iq1_m</source>
      <translation>GGUF iq1_m</translation>
    </message>
    <message>
      <source>GGUF iq1_s</source>
      <translation>GGUF iq1_s</translation>
    </message>
    <message>
      <source>GGUF iq2_bn (ik_llama.cpp)</source>
      <translation>GGUF iq2_bn (ik_llama.cpp)</translation>
    </message>
    <message>
      <source>GGUF iq2_k (ik_llama.cpp)</source>
      <translation>GGUF iq2_k (ik_llama.cpp)</translation>
    </message>
    <message>
      <source>GGUF iq2_ks (ik_llama.cpp)</source>
      <translation>GGUF iq2_ks (ik_llama.cpp)</translation>
    </message>
    <message>
      <source>GGUF iq2_kt (ik_llama.cpp)</source>
      <translation>GGUF iq2_kt (ik_llama.cpp)</translation>
    </message>
    <message>
      <source>GGUF iq2_s</source>
      <translation>GGUF iq2_s</translation>
    </message>
    <message>
      <source>GGUF iq2_xs</source>
      <translation>GGUF iq2_xs</translation>
    </message>
    <message>
      <source>GGUF iq2_xxs</source>
      <translation>GGUF iq2_xxs</translation>
    </message>
    <message>
      <source>GGUF iq3_k (ik_llama.cpp)</source>
      <translation>GGUF iq3_k (ik_llama.cpp)</translation>
    </message>
    <message>
      <source>GGUF iq3_kt (ik_llama.cpp)</source>
      <translation>GGUF iq3_kt (ik_llama.cpp)</translation>
    </message>
    <message>
      <source>GGUF iq3_s</source>
      <translation>GGUF iq3_s</translation>
    </message>
    <message>
      <source>GGUF iq3_xxs</source>
      <translation>GGUF iq3_xxs</translation>
    </message>
    <message>
      <source>GGUF iq4_k (ik_llama.cpp)</source>
      <translation>GGUF iq4_k (ik_llama.cpp)</translation>
    </message>
    <message>
      <source>GGUF iq4_ks (ik_llama.cpp)</source>
      <translation>GGUF iq4_ks (ik_llama.cpp)</translation>
    </message>
    <message>
      <source>GGUF iq4_kss (ik_llama.cpp)</source>
      <translation>GGUF iq4_kss (ik_llama.cpp)</translation>
    </message>
    <message>
      <source>GGUF iq4_kt (ik_llama.cpp)</source>
      <translation>GGUF iq4_kt (ik_llama.cpp)</translation>
    </message>
    <message>
      <source>GGUF iq4_nl</source>
      <translation>GGUF iq4_nl</translation>
    </message>
    <message>
      <source>GGUF iq4_xs</source>
      <translation>GGUF iq4_xs</translation>
    </message>
    <message>
      <source>GGUF iq5_k (ik_llama.cpp)</source>
      <translation>GGUF iq5_k (ik_llama.cpp)</translation>
    </message>
    <message>
      <source>GGUF iq6_k (ik_llama.cpp)</source>
      <translation>GGUF iq6_k (ik_llama.cpp)</translation>
    </message>
    <message>
      <source>GGUF q1_0</source>
      <translation>GGUF q1_0</translation>
    </message>
    <message>
      <source>GGUF q2_0</source>
      <translation>GGUF q2_0</translation>
    </message>
    <message>
      <source>GGUF q2_K</source>
      <translation>GGUF q2_K</translation>
    </message>
    <message>
      <source>GGUF q3_K</source>
      <translation>GGUF q3_K</translation>
    </message>
    <message>
      <source>GGUF q4_0</source>
      <translation>GGUF q4_0</translation>
    </message>
    <message>
      <source>GGUF q4_1</source>
      <translation>GGUF q4_1</translation>
    </message>
    <message>
      <source>GGUF q4_K</source>
      <translation>GGUF q4_K</translation>
    </message>
    <message>
      <source>GGUF q5_0</source>
      <translation>GGUF q5_0</translation>
    </message>
    <message>
      <source>GGUF q5_1</source>
      <translation>GGUF q5_1</translation>
    </message>
    <message>
      <source>GGUF q5_K</source>
      <translation>GGUF q5_K</translation>
    </message>
    <message>
      <source>GGUF q6_0 (ik_llama.cpp)</source>
      <translation>GGUF q6_0 (ik_llama.cpp)</translation>
    </message>
    <message>
      <source>GGUF q6_K</source>
      <translation>GGUF q6_K</translation>
    </message>
    <message>
      <source>GGUF q8_0</source>
      <translation>GGUF q8_0</translation>
    </message>
    <message>
      <source>GGUF tq1_0</source>
      <translation>GGUF tq1_0</translation>
    </message>
    <message>
      <source>GGUF tq2_0</source>
      <translation>GGUF tq2_0</translation>
    </message>
    <message>
      <source>GPU</source>
      <translation>GPU</translation>
    </message>
    <message>
      <source>GPU hours</source>
      <translation>GPU 小时</translation>
    </message>
    <message>
      <source>GPU hours at the price that is typed, or at the lowest price in the GPU's row, in US dollars.</source>
      <translation>GPU 小时数乘以填写的价格，或 GPU 表中最低价，单位美元。</translation>
    </message>
    <message>
      <source>GPUs</source>
      <translation>GPU</translation>
    </message>
    <message>
      <source>GPUs of the pool that reads prompts, at the target rate.</source>
      <translation>按目标速率，读入提示的资源池所需的 GPU 数。</translation>
    </message>
    <message>
      <source>GPUs of the pool that writes tokens, at the target rate.</source>
      <translation>按目标速率，写出 token 的资源池所需的 GPU 数。</translation>
    </message>
    <message>
      <source>GPUs that share the model.</source>
      <translation>共同运行模型的 GPU。</translation>
    </message>
    <message>
      <source>Gate blocks</source>
      <translation>门控块数</translation>
    </message>
    <message>
      <source>Gated norm</source>
      <translation>门控归一化</translation>
    </message>
    <message>
      <source>Gated: three matrices</source>
      <translation>门控：三个矩阵</translation>
    </message>
    <message>
      <source>Gathered layers, buckets, and what the optimizer's step needs beyond the activations.</source>
      <translation>聚集的层、桶，以及优化器步骤超出激活的部分。</translation>
    </message>
    <message>
      <source>Global batch</source>
      <translation>全局批大小</translation>
    </message>
    <message>
      <source>Global batch: sequences of one step over all replicas.</source>
      <translation>全局批大小：所有副本一步的序列数。</translation>
    </message>
    <message>
      <source>Gradient bytes</source>
      <translation>梯度字节数</translation>
    </message>
    <message>
      <source>Gradients</source>
      <translation>梯度</translation>
    </message>
    <message>
      <source>Gradients of the fullest GPU, or of its share of the host where they are offloaded.</source>
      <translation>最满 GPU 的梯度；卸载时为其在主机上的份额。</translation>
    </message>
    <message>
      <source>Graphs in decode</source>
      <translation>解码使用 CUDA graph</translation>
    </message>
    <message>
      <source>Group</source>
      <translation>分组</translation>
    </message>
    <message>
      <source>Grouped output in 16 bits</source>
      <translation>16 位分组输出</translation>
    </message>
    <message>
      <source>Groups of heads that are squeezed apart.</source>
      <translation>分别压缩的头分组数。</translation>
    </message>
    <message>
      <source>Groups of heads that share B and C.</source>
      <translation>共用 B 和 C 的头分组数。</translation>
    </message>
    <message>
      <source>HFU</source>
      <translation>HFU</translation>
    </message>
    <message>
      <source>Head bias</source>
      <translation>Head 偏置</translation>
    </message>
    <message>
      <source>Head weights</source>
      <translation>Head 权重</translation>
    </message>
    <message>
      <source>Head width</source>
      <translation>头宽</translation>
    </message>
    <message>
      <source>Head width with position</source>
      <translation>头宽（带位置）</translation>
    </message>
    <message>
      <source>Head width without position</source>
      <translation>头宽（不带位置）</translation>
    </message>
    <message>
      <source>Heads</source>
      <translation>注意力头</translation>
    </message>
    <message>
      <source>Heads of queries and keys.</source>
      <translation>查询和键的头数。</translation>
    </message>
    <message>
      <source>Heads of the state.</source>
      <translation>状态的头数。</translation>
    </message>
    <message>
      <source>Heads of values, of the state and of the gates.</source>
      <translation>值、状态和门控的头数。</translation>
    </message>
    <message>
      <source>Heads that only score tokens.</source>
      <translation>只用于给 token 打分的头数。</translation>
    </message>
    <message>
      <source>Highest price found for one hour, at the date in its source.</source>
      <translation>在来源所注日期查到的每小时最高价。</translation>
    </message>
    <message>
      <source>Host</source>
      <translation>主机</translation>
    </message>
    <message>
      <source>Host memory</source>
      <translation>主机内存</translation>
    </message>
    <message>
      <source>Host, per request</source>
      <translation>主机时间，每请求</translation>
    </message>
    <message>
      <source>Host, per step</source>
      <translation>主机时间，每步</translation>
    </message>
    <message>
      <source>How documents fill the sequences. Full: one document each, or attention crosses documents. Packed: several, each attends to itself only. Padded: one each, filled up with tokens that are computed and do not count.</source>
      <translation>文档如何填入序列。满：每个序列一篇文档，或注意力跨文档。打包：多篇，各自只关注自己。填充：每个一篇，用参与计算但不计数的 token 补齐。</translation>
    </message>
    <message>
      <source>How logits become a loss: decides the peak at the end of the forward pass.</source>
      <translation>logits 如何变成损失：决定前向末尾的峰值。</translation>
    </message>
    <message>
      <source>How many cards the link joins: 2 for a bridge.</source>
      <translation>链路连接几张卡：桥接器为 2。</translation>
    </message>
    <message>
      <source>How many layers each pipeline stage has, in order: “16, 16, 17, 15”. Blank: even, as vLLM does it.</source>
      <translation>每个流水段的层数，按顺序：“16, 16, 17, 15”。空：平均分配，与 vLLM 相同。</translation>
    </message>
    <message>
      <source>How many there are.</source>
      <translation>数量。</translation>
    </message>
    <message>
      <source>How many tokens the cache holds for each kind of layer.</source>
      <translation>缓存为每种层保存多少 token。</translation>
    </message>
    <message>
      <source>How many tokens the cache holds for each kind of layer. Blank: the engine's.</source>
      <translation>缓存为每种层保存多少 token。空：按引擎。</translation>
    </message>
    <message>
      <source>How often decode attention reads keys and values that several query heads share: 1 where the heads of a group share the read.</source>
      <translation>解码注意力对多个查询头共用的键和值读取几次：同组的头共用读取时为 1。</translation>
    </message>
    <message>
      <source>How requests share the steps of the decoder.</source>
      <translation>请求如何共用解码步。</translation>
    </message>
    <message>
      <source>How sharply compute and memory time overlap (p); 1 adds them.</source>
      <translation>计算时间与访存时间重叠的程度（p）；1 表示相加。</translation>
    </message>
    <message>
      <source>How sharply their compute and memory time overlap (p); 1 adds them. Blank: the roofline exponent.</source>
      <translation>计算时间与访存时间重叠的程度（p）；1 表示相加。空：roofline 指数。</translation>
    </message>
    <message>
      <source>How the family's code computes it: decides what training keeps.</source>
      <translation>该系列的代码如何计算：决定训练保留什么。</translation>
    </message>
    <message>
      <source>How the input of products in fp8, int8 or fp4 is quantised.</source>
      <translation>fp8、int8 或 fp4 矩阵乘的输入如何量化。</translation>
    </message>
    <message>
      <source>How the mask of attention is held.</source>
      <translation>注意力掩码如何保存。</translation>
    </message>
    <message>
      <source>How the router weighs the experts that it chose.</source>
      <translation>路由如何给选中的专家加权。</translation>
    </message>
    <message>
      <source>IQ4_XS (stated mix)</source>
      <translation>IQ4_XS（指定混合）</translation>
    </message>
    <message>
      <source>Id</source>
      <translation>Id</translation>
    </message>
    <message>
      <source>Identical layers of this group.</source>
      <translation>此组中相同的层数。</translation>
    </message>
    <message>
      <source>Idle time before each kernel that is launched by itself.</source>
      <translation>每个单独启动的内核之前的空闲时间。</translation>
    </message>
    <message>
      <source>Implementation</source>
      <translation>实现</translation>
    </message>
    <message>
      <source>In 16 bits where the checkpoint has fewer (vLLM)</source>
      <translation>检查点低于 16 位时存 16 位副本（vLLM）</translation>
    </message>
    <message>
      <source>In divisions of powers of two (Unsloth sets torch so)</source>
      <translation>按二的幂的等分取整（Unsloth 如此设置 torch）</translation>
    </message>
    <message>
      <source>In fp16 for flash attention</source>
      <translation>fp16，供 flash attention 使用</translation>
    </message>
    <message>
      <source>In fp32, and once more in fp16 for flash attention</source>
      <translation>fp32，另有一份 fp16 供 flash attention 使用</translation>
    </message>
    <message>
      <source>In training, the layers keep for the backward pass what layers of these kinds were measured to keep. Off for families of transformers that compute the same in another way: without fused kernels a training plan of them has no verdict.</source>
      <translation>训练时，各层为反向传播保留的内容与实测的同类层相同。对以其他方式计算的 transformers 系列应关闭：没有融合内核时，其训练方案没有结论。</translation>
    </message>
    <message>
      <source>Index from</source>
      <translation>索引来自</translation>
    </message>
    <message>
      <source>Index head width</source>
      <translation>索引头宽</translation>
    </message>
    <message>
      <source>Index heads</source>
      <translation>索引头数</translation>
    </message>
    <message>
      <source>Inner norm</source>
      <translation>内部归一化</translation>
    </message>
    <message>
      <source>Inner norms</source>
      <translation>内部归一化</translation>
    </message>
    <message>
      <source>Input bias</source>
      <translation>输入偏置</translation>
    </message>
    <message>
      <source>Input vocabulary</source>
      <translation>输入词表</translation>
    </message>
    <message>
      <source>Input width</source>
      <translation>输入宽度</translation>
    </message>
    <message>
      <source>Its profile was held against times that were published for it.</source>
      <translation>其配置已与公开发布的时间核对。</translation>
    </message>
    <message>
      <source>J per token</source>
      <translation>每 token 焦耳</translation>
    </message>
    <message>
      <source>Joined projection</source>
      <translation>合并投影</translation>
    </message>
    <message>
      <source>KV cache</source>
      <translation>KV 缓存</translation>
    </message>
    <message>
      <source>KV heads</source>
      <translation>KV 头</translation>
    </message>
    <message>
      <source>KV per token</source>
      <translation>每 token KV</translation>
    </message>
    <message>
      <source>KV policy</source>
      <translation>KV 策略</translation>
    </message>
    <message>
      <source>KV rank</source>
      <translation>KV 秩</translation>
    </message>
    <message>
      <source>KV room</source>
      <translation>KV 空间</translation>
    </message>
    <message>
      <source>KV tokens</source>
      <translation>KV token 数</translation>
    </message>
    <message>
      <source>Kept for a display or other processes, and taken off the usable memory.</source>
      <translation>为显示或其他进程保留，从可用显存中扣除。</translation>
    </message>
    <message>
      <source>Kernels of their own quantise the input</source>
      <translation>由独立内核量化输入</translation>
    </message>
    <message>
      <source>Key and value heads; equal to heads in multi-head attention, 1 in multi-query attention. Enters the KV cache, the key and value projections.</source>
      <translation>键和值的头数；多头注意力中等于 heads，多查询注意力中为 1。影响 KV 缓存、键和值的投影。</translation>
    </message>
    <message>
      <source>Key bias</source>
      <translation>键偏置</translation>
    </message>
    <message>
      <source>Key format</source>
      <translation>键格式</translation>
    </message>
    <message>
      <source>Key heads</source>
      <translation>键头数</translation>
    </message>
    <message>
      <source>Key width</source>
      <translation>键宽度</translation>
    </message>
    <message>
      <source>Keys and values of all sequences at full context.</source>
      <translation>满上下文时所有序列的键和值。</translation>
    </message>
    <message>
      <source>Keys and values of an earlier layer need no projections and no cache of their own.</source>
      <translation>前面某层的键和值不需要自己的投影和缓存。</translation>
    </message>
    <message>
      <source>Keys and values of every head</source>
      <translation>每个头的键和值</translation>
    </message>
    <message>
      <source>Keys and values of one token in bf16, one GPU, all layers, with a window too.</source>
      <translation>一个 token 的键和值：bf16，单 GPU，所有层，包括窗口层。</translation>
    </message>
    <message>
      <source>Keys from</source>
      <translation>键来自</translation>
    </message>
    <message>
      <source>Known on</source>
      <translation>适用于</translation>
    </message>
    <message>
      <source>Large card</source>
      <translation>大显存卡</translation>
    </message>
    <message>
      <source>Latent cache</source>
      <translation>潜在缓存</translation>
    </message>
    <message>
      <source>Latent width</source>
      <translation>潜在宽度</translation>
    </message>
    <message>
      <source>Launch gap</source>
      <translation>启动间隙</translation>
    </message>
    <message>
      <source>Layer gates</source>
      <translation>层门控</translation>
    </message>
    <message>
      <source>LayerNorm</source>
      <translation>LayerNorm</translation>
    </message>
    <message>
      <source>Layers</source>
      <translation>层数</translation>
    </message>
    <message>
      <source>Layers as measured</source>
      <translation>按实测的层</translation>
    </message>
    <message>
      <source>Layers before the first with experts</source>
      <translation>首个专家层之前的层</translation>
    </message>
    <message>
      <source>Layers like</source>
      <translation>参照层</translation>
    </message>
    <message>
      <source>Layers of all groups; the table of layers edits them.</source>
      <translation>所有组的层数；在层表中编辑。</translation>
    </message>
    <message>
      <source>Layers of the model</source>
      <translation>模型的层</translation>
    </message>
    <message>
      <source>Layers per checkpoint</source>
      <translation>每个重计算点的层数</translation>
    </message>
    <message>
      <source>Layers per stage</source>
      <translation>每段层数</translation>
    </message>
    <message>
      <source>Learned norms on step, B and C (Jamba).</source>
      <translation>步长、B 和 C 上的可学习归一化（Jamba）。</translation>
    </message>
    <message>
      <source>Least fraction</source>
      <translation>最低比例</translation>
    </message>
    <message>
      <source>Libraries and workspaces outside the framework's allocator.</source>
      <translation>框架分配器之外的库和工作区。</translation>
    </message>
    <message>
      <source>Limit of the board.</source>
      <translation>板卡的上限。</translation>
    </message>
    <message>
      <source>Link</source>
      <translation>链路</translation>
    </message>
    <message>
      <source>Link efficiency</source>
      <translation>链路效率</translation>
    </message>
    <message>
      <source>Links</source>
      <translation>链路</translation>
    </message>
    <message>
      <source>LoRA adapters</source>
      <translation>LoRA 适配器</translation>
    </message>
    <message>
      <source>LoRA beside experts</source>
      <translation>专家旁的 LoRA</translation>
    </message>
    <message>
      <source>LoRA beside tables</source>
      <translation>词表旁的 LoRA</translation>
    </message>
    <message>
      <source>LoRA dropout</source>
      <translation>LoRA dropout</translation>
    </message>
    <message>
      <source>LoRA extra rows</source>
      <translation>LoRA 额外行</translation>
    </message>
    <message>
      <source>LoRA fully sharded</source>
      <translation>LoRA 完全切分</translation>
    </message>
    <message>
      <source>LoRA rank</source>
      <translation>LoRA 秩</translation>
    </message>
    <message>
      <source>LoRA targets</source>
      <translation>LoRA 目标</translation>
    </message>
    <message>
      <source>LoRA, adapters in fp32 with AdamW</source>
      <translation>LoRA，fp32 适配器加 AdamW</translation>
    </message>
    <message>
      <source>Load</source>
      <translation>负载</translation>
    </message>
    <message>
      <source>Loaded</source>
      <translation>已加载</translation>
    </message>
    <message>
      <source>Logit cap</source>
      <translation>logits 上限</translation>
    </message>
    <message>
      <source>Logit copies</source>
      <translation>logits 副本数</translation>
    </message>
    <message>
      <source>Logit copies, high</source>
      <translation>logits 副本数（高）</translation>
    </message>
    <message>
      <source>Logit copies, low</source>
      <translation>logits 副本数（低）</translation>
    </message>
    <message>
      <source>Logits are bounded by a hyperbolic tangent (Gemma 2).</source>
      <translation>logits 由双曲正切限幅（Gemma 2）。</translation>
    </message>
    <message>
      <source>Logits as they are, dropped</source>
      <translation>logits 原样，用后释放</translation>
    </message>
    <message>
      <source>Logits as they are, kept by the caller</source>
      <translation>logits 原样，由调用方保留</translation>
    </message>
    <message>
      <source>Logits upcast to fp32, dropped by the caller</source>
      <translation>logits 升为 fp32，调用方释放</translation>
    </message>
    <message>
      <source>Logits upcast to fp32, kept by the caller (transformers)</source>
      <translation>logits 升为 fp32，由调用方保留（transformers）</translation>
    </message>
    <message>
      <source>Logits upcast, then shifted, dropped</source>
      <translation>logits 升精度后移位，释放</translation>
    </message>
    <message>
      <source>Logits upcast, then shifted, kept (transformers before 4.46)</source>
      <translation>logits 升精度后移位，保留（transformers 4.46 之前）</translation>
    </message>
    <message>
      <source>Longest gap</source>
      <translation>最长间隔</translation>
    </message>
    <message>
      <source>Longest sequence the model was made for; blank when not stated.</source>
      <translation>模型设计的最长序列；未说明时为空。</translation>
    </message>
    <message>
      <source>Longest time between two output tokens of a request.</source>
      <translation>一个请求的两个输出 token 之间的最长时间。</translation>
    </message>
    <message>
      <source>Longest time per output token that is wanted. Blank: no target.</source>
      <translation>期望的每输出 token 最长时间。空：没有目标。</translation>
    </message>
    <message>
      <source>Longest time to the first token that is wanted. Blank: no target.</source>
      <translation>期望的首 token 最长时间。空：没有目标。</translation>
    </message>
    <message>
      <source>Loss</source>
      <translation>损失</translation>
    </message>
    <message>
      <source>Loss chunks</source>
      <translation>损失分块数</translation>
    </message>
    <message>
      <source>Low rank</source>
      <translation>低秩</translation>
    </message>
    <message>
      <source>Lower end of the band.</source>
      <translation>区间下端。</translation>
    </message>
    <message>
      <source>Lowest price found for one hour, at the date in its source.</source>
      <translation>在来源所注日期查到的每小时最低价。</translation>
    </message>
    <message>
      <source>MFU</source>
      <translation>MFU</translation>
    </message>
    <message>
      <source>MIG profile</source>
      <translation>MIG 配置</translation>
    </message>
    <message>
      <source>MXFP4 (blocks of 32)</source>
      <translation>MXFP4（32 个一块）</translation>
    </message>
    <message>
      <source>MXFP4 kernels</source>
      <translation>MXFP4 内核</translation>
    </message>
    <message>
      <source>MXFP8 (blocks of 32)</source>
      <translation>MXFP8（32 个一块）</translation>
    </message>
    <message>
      <source>Maker of the device.</source>
      <translation>设备厂商。</translation>
    </message>
    <message>
      <source>Makers of the devices that these figures hold for, with commas between them. Blank: any. On others a plan has no verdict.</source>
      <translation>这些数值适用的设备厂商，以逗号分隔。空：任意。其他厂商的方案没有结论。</translation>
    </message>
    <message>
      <source>Marlin: widths are filled up to whole tiles</source>
      <translation>Marlin：宽度补齐到整块</translation>
    </message>
    <message>
      <source>Masks</source>
      <translation>掩码</translation>
    </message>
    <message>
      <source>Masks of the dropout are kept.</source>
      <translation>保留 dropout 的掩码。</translation>
    </message>
    <message>
      <source>Master bytes</source>
      <translation>主权重字节数</translation>
    </message>
    <message>
      <source>Master weights</source>
      <translation>主权重</translation>
    </message>
    <message>
      <source>Matrix products: bandwidth</source>
      <translation>矩阵乘：带宽</translation>
    </message>
    <message>
      <source>Matrix products: compute</source>
      <translation>矩阵乘：算力</translation>
    </message>
    <message>
      <source>Matrix products: exponent</source>
      <translation>矩阵乘：指数</translation>
    </message>
    <message>
      <source>Matrix products: per call</source>
      <translation>矩阵乘：每次调用</translation>
    </message>
    <message>
      <source>Max context</source>
      <translation>最大上下文</translation>
    </message>
    <message>
      <source>Mean tokens of a document that is packed or padded. Counted as equal: uneven ones have more query-key pairs.</source>
      <translation>打包或填充的文档的平均 token 数。按等长计：长短不一时查询-键对更多。</translation>
    </message>
    <message>
      <source>Measured</source>
      <translation>实测</translation>
    </message>
    <message>
      <source>Megatron: fused norms and masks, scores written out</source>
      <translation>Megatron：融合归一化和掩码，写出分数矩阵</translation>
    </message>
    <message>
      <source>Memory</source>
      <translation>显存</translation>
    </message>
    <message>
      <source>Memory bandwidth, decimal.</source>
      <translation>显存带宽，十进制。</translation>
    </message>
    <message>
      <source>Memory basis</source>
      <translation>显存基准</translation>
    </message>
    <message>
      <source>Memory fraction</source>
      <translation>显存比例</translation>
    </message>
    <message>
      <source>Memory per GPU</source>
      <translation>每 GPU 显存</translation>
    </message>
    <message>
      <source>Micro-batch</source>
      <translation>微批大小</translation>
    </message>
    <message>
      <source>Micro-batches whose gradients one replica adds up in a step: the global batch over micro-batch times DP.</source>
      <translation>一步中一个副本累积梯度的微批数：全局批除以微批与 DP 之积。</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>模型</translation>
    </message>
    <message>
      <source>Model FLOPs of a step on all GPUs: forward and backward once.</source>
      <translation>一步在所有 GPU 上的模型 FLOP：前向和反向各一次。</translation>
    </message>
    <message>
      <source>Model FLOPs of a step over its time and the dense peak of all GPUs.</source>
      <translation>一步的模型 FLOP 除以其时间和所有 GPU 的稠密峰值。</translation>
    </message>
    <message>
      <source>Model FLOPs utilisation of a step. Blank: estimated from the GPU's efficiency.</source>
      <translation>一步的模型 FLOP 利用率。空：由 GPU 的效率估算。</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>模型</translation>
    </message>
    <message>
      <source>Moments and other states of the fullest GPU, or of its share of the host where they are offloaded.</source>
      <translation>最满 GPU 的动量等状态；卸载时为其在主机上的份额。</translation>
    </message>
    <message>
      <source>Most bytes per second that the engine's kernels read, whatever the GPU has. Blank: no ceiling.</source>
      <translation>不论 GPU 带宽多大，引擎的内核每秒最多读取的字节数。空：没有上限。</translation>
    </message>
    <message>
      <source>Most recent tokens that are seen one by one.</source>
      <translation>逐个可见的最近 token 数。</translation>
    </message>
    <message>
      <source>Most sequences of one forward pass on a large card.</source>
      <translation>大显存卡上一次前向的最多序列数。</translation>
    </message>
    <message>
      <source>Most sequences of one forward pass. Blank: the engine's.</source>
      <translation>一次前向的最多序列数。空：按引擎。</translation>
    </message>
    <message>
      <source>Most sequences of one forward pass; their logits are reserved.</source>
      <translation>一次前向的最多序列数；为其预留 logits。</translation>
    </message>
    <message>
      <source>Most tokens of one forward pass on a large card.</source>
      <translation>大显存卡上一次前向的最多 token 数。</translation>
    </message>
    <message>
      <source>Most tokens that one forward pass of a server takes.</source>
      <translation>服务器一次前向的最多 token 数。</translation>
    </message>
    <message>
      <source>Most tokens that one forward pass takes.</source>
      <translation>一次前向的最多 token 数。</translation>
    </message>
    <message>
      <source>Most tokens that one forward pass takes. Blank: the engine's.</source>
      <translation>一次前向的最多 token 数。空：按引擎。</translation>
    </message>
    <message>
      <source>Multiplied by sqrt(d_model), as in Gemma; no parameters.</source>
      <translation>乘以 sqrt(d_model)，如 Gemma；没有参数。</translation>
    </message>
    <message>
      <source>Muon, fp32; AdamW for tables and vectors</source>
      <translation>Muon，fp32；词表和向量用 AdamW</translation>
    </message>
    <message>
      <source>NCCL all-reduce efficiency, 2 cards</source>
      <translation>NCCL all-reduce 效率，2 卡</translation>
    </message>
    <message>
      <source>NCCL all-reduce efficiency, 4 cards</source>
      <translation>NCCL all-reduce 效率，4 卡</translation>
    </message>
    <message>
      <source>NCCL all-reduce efficiency, 8 cards</source>
      <translation>NCCL all-reduce 效率，8 卡</translation>
    </message>
    <message>
      <source>NCCL all-reduce latency, 2 cards</source>
      <translation>NCCL all-reduce 延迟，2 卡</translation>
    </message>
    <message>
      <source>NCCL all-reduce latency, 4 cards</source>
      <translation>NCCL all-reduce 延迟，4 卡</translation>
    </message>
    <message>
      <source>NCCL all-reduce latency, 8 cards</source>
      <translation>NCCL all-reduce 延迟，8 卡</translation>
    </message>
    <message>
      <source>NCCL or its like</source>
      <translation>NCCL 或类似库</translation>
    </message>
    <message>
      <source>NVFP4 (blocks of 16)</source>
      <translation>NVFP4（16 个一块）</translation>
    </message>
    <message>
      <source>NVIDIA's compute capability.</source>
      <translation>NVIDIA 的计算能力版本。</translation>
    </message>
    <message>
      <source>NVLink or its like</source>
      <translation>NVLink 或类似链路</translation>
    </message>
    <message>
      <source>Name</source>
      <translation>名称</translation>
    </message>
    <message>
      <source>Networks that the router chooses for one token.</source>
      <translation>路由为一个 token 选择的网络数。</translation>
    </message>
    <message>
      <source>Networks that the router chooses from.</source>
      <translation>路由可选择的网络数。</translation>
    </message>
    <message>
      <source>Never large</source>
      <translation>从不算大</translation>
    </message>
    <message>
      <source>New keys and values</source>
      <translation>新的键和值</translation>
    </message>
    <message>
      <source>No draft model</source>
      <translation>无草稿模型</translation>
    </message>
    <message>
      <source>No engine</source>
      <translation>无引擎</translation>
    </message>
    <message>
      <source>Nominal bandwidth of the slot, ONE direction.</source>
      <translation>插槽的标称单向带宽。</translation>
    </message>
    <message>
      <source>Nominal memory</source>
      <translation>标称显存</translation>
    </message>
    <message>
      <source>None</source>
      <translation>无</translation>
    </message>
    <message>
      <source>None: all activations are kept</source>
      <translation>无：保留所有激活</translation>
    </message>
    <message>
      <source>None: takes what it needs</source>
      <translation>无：按需占用</translation>
    </message>
    <message>
      <source>None: the arithmetic is in 16 bits</source>
      <translation>无：以 16 位计算</translation>
    </message>
    <message>
      <source>Norm</source>
      <translation>归一化</translation>
    </message>
    <message>
      <source>Norm bias</source>
      <translation>归一化偏置</translation>
    </message>
    <message>
      <source>Norm form</source>
      <translation>归一化形式</translation>
    </message>
    <message>
      <source>Norm placement</source>
      <translation>归一化位置</translation>
    </message>
    <message>
      <source>Norm scale</source>
      <translation>归一化缩放</translation>
    </message>
    <message>
      <source>Norms</source>
      <translation>归一化</translation>
    </message>
    <message>
      <source>Norms besides those of the layer.</source>
      <translation>层归一化之外的归一化。</translation>
    </message>
    <message>
      <source>Observed over estimated: above 1 the device was slower than estimated. ▲ and ▼ mark a time outside the band of the estimate.</source>
      <translation>实测与估算之比：大于 1 表示设备比估算慢。▲ 和 ▼ 标记超出估算范围的时间。</translation>
    </message>
    <message>
      <source>Of all of it (SGLang)</source>
      <translation>全部（SGLang）</translation>
    </message>
    <message>
      <source>Of the keys' half (TensorRT-LLM)</source>
      <translation>仅键的一半（TensorRT-LLM）</translation>
    </message>
    <message>
      <source>Offload</source>
      <translation>卸载</translation>
    </message>
    <message>
      <source>On the host</source>
      <translation>在主机上</translation>
    </message>
    <message>
      <source>One bias of d_model elements on the sum of the experts.</source>
      <translation>专家之和上 d_model 个元素的一个偏置。</translation>
    </message>
    <message>
      <source>One block on one rank, estimated for the device that was measured.</source>
      <translation>一个 rank 上的一个块，按被测设备估算。</translation>
    </message>
    <message>
      <source>One block on one rank, measured. * marks a measurement of other inputs than now.</source>
      <translation>一个 rank 上的一个块，实测。* 表示测量时的输入与现在不同。</translation>
    </message>
    <message>
      <source>One compute buffer (llama.cpp)</source>
      <translation>一个计算缓冲区（llama.cpp）</translation>
    </message>
    <message>
      <source>One for layers with a window and one for the others, in fp32</source>
      <translation>窗口层一张，其他层一张，fp32</translation>
    </message>
    <message>
      <source>One for layers with a window and one for the others, in the type of the arithmetic</source>
      <translation>窗口层一张，其他层一张，按算术类型</translation>
    </message>
    <message>
      <source>One gate per element</source>
      <translation>每元素一个门</translation>
    </message>
    <message>
      <source>One gate per head</source>
      <translation>每头一个门</translation>
    </message>
    <message>
      <source>One learned logit per head that takes attention away.</source>
      <translation>每头一个吸收注意力的可学习 logit。</translation>
    </message>
    <message>
      <source>One learned scalar on the attention and one on the feed-forward.</source>
      <translation>注意力和前馈上各一个可学习标量。</translation>
    </message>
    <message>
      <source>One scale of head_dim for all heads</source>
      <translation>所有头共用 head_dim 个缩放</translation>
    </message>
    <message>
      <source>One table, in fp32</source>
      <translation>一张表，fp32</translation>
    </message>
    <message>
      <source>One table, in the type of the arithmetic</source>
      <translation>一张表，按算术类型</translation>
    </message>
    <message>
      <source>One token of each sequence</source>
      <translation>每个序列一个 token</translation>
    </message>
    <message>
      <source>One, before both in parallel</source>
      <translation>一个，在两者并行之前</translation>
    </message>
    <message>
      <source>Optimizer bytes</source>
      <translation>优化器字节数</translation>
    </message>
    <message>
      <source>Optimizer states</source>
      <translation>优化器状态</translation>
    </message>
    <message>
      <source>Optimizer states and master weights on the host</source>
      <translation>优化器状态和主权重在主机上</translation>
    </message>
    <message>
      <source>Other stacks</source>
      <translation>其他塔</translation>
    </message>
    <message>
      <source>Other tokens</source>
      <translation>其他 token</translation>
    </message>
    <message>
      <source>Other weights</source>
      <translation>其他权重</translation>
    </message>
    <message>
      <source>Output</source>
      <translation>输出</translation>
    </message>
    <message>
      <source>Output bias</source>
      <translation>输出偏置</translation>
    </message>
    <message>
      <source>Output gate</source>
      <translation>输出门控</translation>
    </message>
    <message>
      <source>Output groups</source>
      <translation>输出分组</translation>
    </message>
    <message>
      <source>Output norm</source>
      <translation>输出归一化</translation>
    </message>
    <message>
      <source>Output rank</source>
      <translation>输出秩</translation>
    </message>
    <message>
      <source>Output tokens per second of one request, 1 / TPOT.</source>
      <translation>单个请求每秒的输出 token 数，即 1 / TPOT。</translation>
    </message>
    <message>
      <source>Output tokens per second over all requests and replicas.</source>
      <translation>所有请求和副本每秒的输出 token 总数。</translation>
    </message>
    <message>
      <source>Overhead</source>
      <translation>开销</translation>
    </message>
    <message>
      <source>Own norms</source>
      <translation>自有归一化</translation>
    </message>
    <message>
      <source>Own rotation</source>
      <translation>自有旋转</translation>
    </message>
    <message>
      <source>Own tables</source>
      <translation>自有词表</translation>
    </message>
    <message>
      <source>PCIe</source>
      <translation>PCIe</translation>
    </message>
    <message>
      <source>PCIe efficiency</source>
      <translation>PCIe 效率</translation>
    </message>
    <message>
      <source>PP</source>
      <translation>PP</translation>
    </message>
    <message>
      <source>Packed documents</source>
      <translation>打包文档</translation>
    </message>
    <message>
      <source>Packed sparse cache</source>
      <translation>打包稀疏缓存</translation>
    </message>
    <message>
      <source>Packing</source>
      <translation>打包方式</translation>
    </message>
    <message>
      <source>Padded documents</source>
      <translation>填充文档</translation>
    </message>
    <message>
      <source>Padding without flash attention</source>
      <translation>无 flash attention 时的补齐</translation>
    </message>
    <message>
      <source>Page</source>
      <translation>页</translation>
    </message>
    <message>
      <source>Pages of a state</source>
      <translation>状态的页数</translation>
    </message>
    <message>
      <source>Pages that a sequence has for the state of a layer: two with prefix caching, one without.</source>
      <translation>一个序列为一层状态占用的页数：开启前缀缓存为两页，否则一页。</translation>
    </message>
    <message>
      <source>Parallelism</source>
      <translation>并行</translation>
    </message>
    <message>
      <source>Parameters</source>
      <translation>参数量</translation>
    </message>
    <message>
      <source>Parameters of vision and audio towers and of what joins them to the decoder, as stated; not part of the decoder's count. Blank: none, or not stated.</source>
      <translation>视觉和音频塔及其连接部分的参数，按声明值；不计入解码器。空：没有或未说明。</translation>
    </message>
    <message>
      <source>Parameters that one token uses, at most.</source>
      <translation>一个 token 最多使用的参数。</translation>
    </message>
    <message>
      <source>Part of the name of cards that count as small whatever their memory.</source>
      <translation>不论显存多大都算小卡的卡名片段。</translation>
    </message>
    <message>
      <source>Parts of the model that each pipeline stage holds (interleaved 1F1B).</source>
      <translation>每个流水段持有的模型份数（交错 1F1B）。</translation>
    </message>
    <message>
      <source>Peak memory</source>
      <translation>峰值显存</translation>
    </message>
    <message>
      <source>Pipeline-parallel degree: stages that the layers are cut into, in order.</source>
      <translation>流水线并行度：按顺序把层切成的段数。</translation>
    </message>
    <message>
      <source>Plain: two matrices</source>
      <translation>普通：两个矩阵</translation>
    </message>
    <message>
      <source>Plan</source>
      <translation>方案</translation>
    </message>
    <message>
      <source>Position</source>
      <translation>位置</translation>
    </message>
    <message>
      <source>Position table</source>
      <translation>位置表</translation>
    </message>
    <message>
      <source>Positions</source>
      <translation>位置数</translation>
    </message>
    <message>
      <source>Positions of the table of rotations that engines keep, where they are not the longest context: stretched contexts, or four times as many for the times of videos. Blank: the longest context.</source>
      <translation>引擎所存旋转表的位置数，仅在不等于最长上下文时填写：例如经缩放延长的上下文，或为视频时间轴放大到四倍。留空：等于最长上下文。</translation>
    </message>
    <message>
      <source>Power</source>
      <translation>功率</translation>
    </message>
    <message>
      <source>Power of the GPUs over the time of the run, at the limit of their boards unless a power is typed; without host and cooling.</source>
      <translation>GPU 在运行时间内的能耗，未填功率时按板卡上限；不含主机和散热。</translation>
    </message>
    <message>
      <source>Precision</source>
      <translation>精度</translation>
    </message>
    <message>
      <source>Prediction</source>
      <translation>预测</translation>
    </message>
    <message>
      <source>Prediction layers</source>
      <translation>预测层</translation>
    </message>
    <message>
      <source>Prediction layers (counted apart)</source>
      <translation>预测层（单独计数）</translation>
    </message>
    <message>
      <source>Prediction norms</source>
      <translation>预测归一化</translation>
    </message>
    <message>
      <source>Prefill</source>
      <translation>预填充</translation>
    </message>
    <message>
      <source>Prefill GPUs</source>
      <translation>预填充 GPU</translation>
    </message>
    <message>
      <source>Prefill and decode</source>
      <translation>预填充与解码</translation>
    </message>
    <message>
      <source>Prefill attention: bandwidth</source>
      <translation>预填充注意力：带宽</translation>
    </message>
    <message>
      <source>Prefill attention: compute</source>
      <translation>预填充注意力：算力</translation>
    </message>
    <message>
      <source>Prefill attention: per call</source>
      <translation>预填充注意力：每次调用</translation>
    </message>
    <message>
      <source>Prefills ahead</source>
      <translation>排在前面的预填充</translation>
    </message>
    <message>
      <source>Prefills that a request waits for beside its own when no burst is under way. A factor of the scheduler, taken from published times.</source>
      <translation>没有突发时，一个请求除自身以外要等待的预填充数。调度器的系数，取自公开发布的时间。</translation>
    </message>
    <message>
      <source>Prefix cached</source>
      <translation>已缓存前缀</translation>
    </message>
    <message>
      <source>Preset</source>
      <translation>预设</translation>
    </message>
    <message>
      <source>Price</source>
      <translation>价格</translation>
    </message>
    <message>
      <source>Price from</source>
      <translation>最低价</translation>
    </message>
    <message>
      <source>Price of a GPU hour, in any currency. Blank: the lowest found for the GPU.</source>
      <translation>每 GPU 小时价格，货币不限。空：GPU 的最低价。</translation>
    </message>
    <message>
      <source>Price to</source>
      <translation>最高价</translation>
    </message>
    <message>
      <source>Printed tokens</source>
      <translation>打印的 token 数</translation>
    </message>
    <message>
      <source>Products of fp16 are summed in fp16, which GeForce cards do at twice the rate.</source>
      <translation>fp16 乘积以 fp16 累加，GeForce 卡上速率加倍。</translation>
    </message>
    <message>
      <source>Projection bias</source>
      <translation>投影偏置</translation>
    </message>
    <message>
      <source>Prompt</source>
      <translation>提示</translation>
    </message>
    <message>
      <source>Published checkpoint</source>
      <translation>已发布检查点</translation>
    </message>
    <message>
      <source>PyTorch: sorts the logits</source>
      <translation>PyTorch：对 logits 排序</translation>
    </message>
    <message>
      <source>Q2_K (stated mix)</source>
      <translation>Q2_K（指定混合）</translation>
    </message>
    <message>
      <source>Q3_K_L (stated mix)</source>
      <translation>Q3_K_L（指定混合）</translation>
    </message>
    <message>
      <source>Q3_K_M (stated mix)</source>
      <translation>Q3_K_M（指定混合）</translation>
    </message>
    <message>
      <source>Q3_K_S (stated mix)</source>
      <translation>Q3_K_S（指定混合）</translation>
    </message>
    <message>
      <source>Q4_0 (stated mix)</source>
      <translation>Q4_0（指定混合）</translation>
    </message>
    <message>
      <source>Q4_K_M (stated mix)</source>
      <translation>Q4_K_M（指定混合）</translation>
    </message>
    <message>
      <source>Q4_K_S (stated mix)</source>
      <translation>Q4_K_S（指定混合）</translation>
    </message>
    <message>
      <source>Q5_0 (stated mix)</source>
      <translation>Q5_0（指定混合）</translation>
    </message>
    <message>
      <source>Q5_K_M (stated mix)</source>
      <translation>Q5_K_M（指定混合）</translation>
    </message>
    <message>
      <source>Q5_K_S (stated mix)</source>
      <translation>Q5_K_S（指定混合）</translation>
    </message>
    <message>
      <source>Q6_K (stated mix)</source>
      <translation>Q6_K（指定混合）</translation>
    </message>
    <message>
      <source>Q8_0 (stated mix)</source>
      <translation>Q8_0（指定混合）</translation>
    </message>
    <message>
      <source>QLoRA, nf4 base, adapters in fp32 with AdamW</source>
      <translation>QLoRA，nf4 底座，fp32 适配器加 AdamW</translation>
    </message>
    <message>
      <source>Quantised products</source>
      <translation>量化矩阵乘</translation>
    </message>
    <message>
      <source>Quantising, fused</source>
      <translation>量化（融合）</translation>
    </message>
    <message>
      <source>Quantising, own kernels</source>
      <translation>量化（独立内核）</translation>
    </message>
    <message>
      <source>Queries and keys are rotated by position (RoPE).</source>
      <translation>查询和键按位置旋转（RoPE）。</translation>
    </message>
    <message>
      <source>Queries, keys and values come out of one product.</source>
      <translation>查询、键和值由一次矩阵乘得出。</translation>
    </message>
    <message>
      <source>Query bias</source>
      <translation>查询偏置</translation>
    </message>
    <message>
      <source>Query heads.</source>
      <translation>查询头数。</translation>
    </message>
    <message>
      <source>Query rank</source>
      <translation>查询秩</translation>
    </message>
    <message>
      <source>Query, value</source>
      <translation>查询、值</translation>
    </message>
    <message>
      <source>Query-key norm</source>
      <translation>查询-键归一化</translation>
    </message>
    <message>
      <source>Query-key norm bias</source>
      <translation>查询-键归一化偏置</translation>
    </message>
    <message>
      <source>Query-key norm form</source>
      <translation>查询-键归一化形式</translation>
    </message>
    <message>
      <source>RMSNorm</source>
      <translation>RMSNorm</translation>
    </message>
    <message>
      <source>RMSNorm scales only; LayerNorm also centres.</source>
      <translation>RMSNorm 只缩放；LayerNorm 还做中心化。</translation>
    </message>
    <message>
      <source>RMSprop, bf16</source>
      <translation>RMSprop，bf16</translation>
    </message>
    <message>
      <source>RMSprop, fp32</source>
      <translation>RMSprop，fp32</translation>
    </message>
    <message>
      <source>Rank of the adapters: serving keeps room for the largest, the LoRA recipes of training train adapters of this one.</source>
      <translation>适配器的秩：推理为最大的秩留空间，LoRA 训练配方训练此秩的适配器。</translation>
    </message>
    <message>
      <source>Ranks that share one copy of the states, where these are not all replicas (hybrid shard). Blank: all.</source>
      <translation>共用一份状态的 rank 数（混合分片时少于全部副本）。空：全部。</translation>
    </message>
    <message>
      <source>Rates</source>
      <translation>速率</translation>
    </message>
    <message>
      <source>Ratio</source>
      <translation>比值</translation>
    </message>
    <message>
      <source>ReLU</source>
      <translation>ReLU</translation>
    </message>
    <message>
      <source>ReLU²</source>
      <translation>ReLU²</translation>
    </message>
    <message>
      <source>Reads per group</source>
      <translation>每组读取次数</translation>
    </message>
    <message>
      <source>Recipe</source>
      <translation>配方</translation>
    </message>
    <message>
      <source>Recurrence: bandwidth</source>
      <translation>循环层：带宽</translation>
    </message>
    <message>
      <source>Recurrence: compute</source>
      <translation>循环层：算力</translation>
    </message>
    <message>
      <source>Recurrence: per call</source>
      <translation>循环层：每次调用</translation>
    </message>
    <message>
      <source>Request</source>
      <translation>请求</translation>
    </message>
    <message>
      <source>Requests</source>
      <translation>请求数</translation>
    </message>
    <message>
      <source>Requests join and leave a running batch</source>
      <translation>请求可随时加入和离开运行中的批</translation>
    </message>
    <message>
      <source>Requests of the scenario's context, times the context</source>
      <translation>方案上下文的请求数乘以上下文</translation>
    </message>
    <message>
      <source>Requests of this context that the KV cache holds at a time.</source>
      <translation>KV 缓存同时容纳此上下文的请求数。</translation>
    </message>
    <message>
      <source>Requests per client</source>
      <translation>每客户端请求数</translation>
    </message>
    <message>
      <source>Requests per second that are finished under this load.</source>
      <translation>此负载下每秒完成的请求数。</translation>
    </message>
    <message>
      <source>Requests per second that must be served. Blank: no target.</source>
      <translation>必须服务的每秒请求数。空：没有目标。</translation>
    </message>
    <message>
      <source>Requests that each of the batch's clients sends, one after the other. The first come all at once and wait for each other's prefill; of ten rounds that is a tenth.</source>
      <translation>批中每个客户端依次发出的请求数。首轮请求同时到达，互相等待预填充；十轮时占十分之一。</translation>
    </message>
    <message>
      <source>Requests/s</source>
      <translation>请求/s</translation>
    </message>
    <message>
      <source>Reserved</source>
      <translation>已保留</translation>
    </message>
    <message>
      <source>Residual stream</source>
      <translation>残差流</translation>
    </message>
    <message>
      <source>Roofline exponent</source>
      <translation>Roofline 指数</translation>
    </message>
    <message>
      <source>Rotary</source>
      <translation>旋转位置</translation>
    </message>
    <message>
      <source>Rotary positions</source>
      <translation>旋转表位置数</translation>
    </message>
    <message>
      <source>Rotary table</source>
      <translation>旋转表</translation>
    </message>
    <message>
      <source>Rotated elements of a query head, and of the one rotated key.</source>
      <translation>查询头旋转的元素数，以及唯一旋转键的元素数。</translation>
    </message>
    <message>
      <source>Rotated width</source>
      <translation>旋转宽度</translation>
    </message>
    <message>
      <source>Rotates by another base or scale than the other layers (the windows of Gemma 3): engines that keep a table of the rotations keep one more.</source>
      <translation>以不同于其他层的基数或比例旋转（Gemma 3 的窗口层）：保存旋转表的引擎多存一张。</translation>
    </message>
    <message>
      <source>Rounding of weights</source>
      <translation>权重取整</translation>
    </message>
    <message>
      <source>Router bias</source>
      <translation>路由偏置</translation>
    </message>
    <message>
      <source>Router scales</source>
      <translation>路由缩放</translation>
    </message>
    <message>
      <source>Rows of a gated feed-forward network's width that live at once: three where the product has a place of its own, two where it takes the gate's.</source>
      <translation>门控前馈网络同时存活的宽度行数：乘积单独占位时为三，占用门控的位置时为二。</translation>
    </message>
    <message>
      <source>Rows of d_model</source>
      <translation>d_model 行数</translation>
    </message>
    <message>
      <source>Rows of d_model elements per token that live beside the widest part.</source>
      <translation>每 token 在最宽处之外同时存活的 d_model 元素行数。</translation>
    </message>
    <message>
      <source>Rows of fp32 logits per sequence that live while it samples, where the sampler is “as stated”.</source>
      <translation>采样器为“按填写”时，采样中每个序列存活的 fp32 logits 行数。</translation>
    </message>
    <message>
      <source>Rows of the learned table (OPT has two more than its context).</source>
      <translation>可学习位置表的行数（OPT 比上下文多两行）。</translation>
    </message>
    <message>
      <source>Rows of the second token table.</source>
      <translation>第二张词表的行数。</translation>
    </message>
    <message>
      <source>Rows of the table that the head does not have (image tokens of Llama 3.2 Vision). Blank: none.</source>
      <translation>词嵌入表中 head 没有的行数（Llama 3.2 Vision 的图像 token）。空：没有。</translation>
    </message>
    <message>
      <source>Rows of the token table and of the LM head.</source>
      <translation>词嵌入表和 LM head 的行数。</translation>
    </message>
    <message>
      <source>Rows of the width</source>
      <translation>宽度行数</translation>
    </message>
    <message>
      <source>Rows that token table and head have more for tokens of each adapter.</source>
      <translation>每个适配器的 token 使词嵌入表和 head 增加的行数。</translation>
    </message>
    <message>
      <source>Run</source>
      <translation>整次训练</translation>
    </message>
    <message>
      <source>Running</source>
      <translation>运行中</translation>
    </message>
    <message>
      <source>Runtime</source>
      <translation>运行时</translation>
    </message>
    <message>
      <source>Runtime, high</source>
      <translation>运行时（高）</translation>
    </message>
    <message>
      <source>Runtime, low</source>
      <translation>运行时（低）</translation>
    </message>
    <message>
      <source>SDPA or FlashAttention</source>
      <translation>SDPA 或 FlashAttention</translation>
    </message>
    <message>
      <source>SDPA or FlashAttention, fused norms</source>
      <translation>SDPA 或 FlashAttention，融合归一化</translation>
    </message>
    <message>
      <source>SDPA's math path (dropout on a CPU)</source>
      <translation>SDPA 数学路径（CPU 上带 dropout）</translation>
    </message>
    <message>
      <source>SGD with momentum, bf16</source>
      <translation>带动量的 SGD，bf16</translation>
    </message>
    <message>
      <source>Sampler</source>
      <translation>采样器</translation>
    </message>
    <message>
      <source>Scale from one</source>
      <translation>缩放从一起算</translation>
    </message>
    <message>
      <source>Scaled embedding</source>
      <translation>嵌入缩放</translation>
    </message>
    <message>
      <source>Scenarios</source>
      <translation>方案</translation>
    </message>
    <message>
      <source>Scenarios of one name stand together where the table is grouped. Blank: no group.</source>
      <translation>表格分组显示时，组名相同的方案排在一起。留空：不分组。</translation>
    </message>
    <message>
      <source>Score cap</source>
      <translation>分数上限</translation>
    </message>
    <message>
      <source>Scores are bounded by a hyperbolic tangent (Gemma 2).</source>
      <translation>分数由双曲正切限幅（Gemma 2）。</translation>
    </message>
    <message>
      <source>Second mixer beside attention</source>
      <translation>注意力旁的第二混合层</translation>
    </message>
    <message>
      <source>Selective: attention scores are computed again</source>
      <translation>选择性：重算注意力分数</translation>
    </message>
    <message>
      <source>Sequence</source>
      <translation>序列长度</translation>
    </message>
    <message>
      <source>Sequence parallel</source>
      <translation>序列并行</translation>
    </message>
    <message>
      <source>Sequences</source>
      <translation>序列数</translation>
    </message>
    <message>
      <source>Sequences held at the same time.</source>
      <translation>同时保有的序列数。</translation>
    </message>
    <message>
      <source>Sequences of one forward and backward pass.</source>
      <translation>一次前向和反向的序列数。</translation>
    </message>
    <message>
      <source>Sequences of one step over all replicas. Blank: one micro-batch on each.</source>
      <translation>所有副本一步的序列数。空：每个副本一个微批。</translation>
    </message>
    <message>
      <source>Sequences per step</source>
      <translation>每步序列数</translation>
    </message>
    <message>
      <source>Sequences per step, large card</source>
      <translation>每步序列数（大显存卡）</translation>
    </message>
    <message>
      <source>Sequences that run at a time: the batch, or what the room for the KV cache holds of it.</source>
      <translation>同时运行的序列数：批大小，或 KV 缓存空间所能容纳的部分。</translation>
    </message>
    <message>
      <source>Shard ranks</source>
      <translation>分片 rank 数</translation>
    </message>
    <message>
      <source>Sharding</source>
      <translation>分片方式</translation>
    </message>
    <message>
      <source>Share of drafted tokens that the model accepts, each by itself.</source>
      <translation>模型接受起草 token 的比例（逐个计）。</translation>
    </message>
    <message>
      <source>Share of the GPU's own rates that the engine's matrix products reach. A factor, taken from published times.</source>
      <translation>引擎的矩阵乘达到 GPU 自身速率的比例。系数，取自公开发布的时间。</translation>
    </message>
    <message>
      <source>Share of the bandwidth that kernels reach (mbu).</source>
      <translation>内核达到的带宽比例（mbu）。</translation>
    </message>
    <message>
      <source>Share of the bandwidth that these calls reach. Blank: the bandwidth efficiency of the next wider class.</source>
      <translation>这些调用达到的带宽比例。空：上一级类别的带宽效率。</translation>
    </message>
    <message>
      <source>Share of the faster link that an all-reduce of 2 cards reaches. Blank: the link's efficiency.</source>
      <translation>2 卡 all-reduce 达到较快链路的比例。空：链路效率。</translation>
    </message>
    <message>
      <source>Share of the faster link that an all-reduce of 4 cards reaches. Blank: the link's efficiency.</source>
      <translation>4 卡 all-reduce 达到较快链路的比例。空：链路效率。</translation>
    </message>
    <message>
      <source>Share of the faster link that an all-reduce of 8 cards reaches. Blank: the link's efficiency.</source>
      <translation>8 卡 all-reduce 达到较快链路的比例。空：链路效率。</translation>
    </message>
    <message>
      <source>Share of the link that an all-reduce reaches.</source>
      <translation>all-reduce 达到的链路比例。</translation>
    </message>
    <message>
      <source>Share of the memory that the engine may take. Blank: the engine's.</source>
      <translation>引擎可占用的显存比例。空：按引擎。</translation>
    </message>
    <message>
      <source>Share of the peak that matrix products reach (mfu).</source>
      <translation>矩阵乘达到的峰值比例（mfu）。</translation>
    </message>
    <message>
      <source>Share of the slot's bandwidth that an all-reduce reaches.</source>
      <translation>all-reduce 达到的插槽带宽比例。</translation>
    </message>
    <message>
      <source>Share of their peak that these calls reach. Blank: the compute efficiency of the next wider class.</source>
      <translation>这些调用达到的峰值比例。空：上一级类别的算力效率。</translation>
    </message>
    <message>
      <source>Share that the engine may take; a scenario may have its own.</source>
      <translation>引擎可占用的比例；方案可以有自己的值。</translation>
    </message>
    <message>
      <source>Shared gate</source>
      <translation>共享门控</translation>
    </message>
    <message>
      <source>Shared prefix</source>
      <translation>共享前缀</translation>
    </message>
    <message>
      <source>Shared width</source>
      <translation>共享宽度</translation>
    </message>
    <message>
      <source>SiLU</source>
      <translation>SiLU</translation>
    </message>
    <message>
      <source>Sinks</source>
      <translation>注意力汇点</translation>
    </message>
    <message>
      <source>Sliding window in tokens: a query sees at most this many keys. Blank: the whole sequence.</source>
      <translation>滑动窗口的 token 数：一个查询最多看到这么多键。空：整个序列。</translation>
    </message>
    <message>
      <source>Sliding: the last tokens before the query</source>
      <translation>滑动：查询之前最近的 token</translation>
    </message>
    <message>
      <source>Softmax in fp32</source>
      <translation>fp32 softmax</translation>
    </message>
    <message>
      <source>Sparse latent attention keeps index keys in fp8 with a scale, and an fp8 latent with its scales and a rotated part of 16 bits.</source>
      <translation>稀疏潜在注意力以带缩放的 fp8 保存索引键，并保存带缩放的 fp8 潜在向量和 16 位旋转部分。</translation>
    </message>
    <message>
      <source>State groups</source>
      <translation>状态分组</translation>
    </message>
    <message>
      <source>State heads</source>
      <translation>状态头数</translation>
    </message>
    <message>
      <source>State width</source>
      <translation>状态宽度</translation>
    </message>
    <message>
      <source>States in pages</source>
      <translation>按页存状态</translation>
    </message>
    <message>
      <source>States in the host's memory, for each GPU; the total is without them.</source>
      <translation>每 GPU 在主机内存中的状态；总量不含它们。</translation>
    </message>
    <message>
      <source>States that stand in the host's memory.</source>
      <translation>放在主机内存中的状态。</translation>
    </message>
    <message>
      <source>Statistics in fp32, the scale in the type of the arithmetic</source>
      <translation>统计量用 fp32，缩放按算术类型</translation>
    </message>
    <message>
      <source>Step</source>
      <translation>一步</translation>
    </message>
    <message>
      <source>Step FLOPs</source>
      <translation>每步 FLOP</translation>
    </message>
    <message>
      <source>Step rank</source>
      <translation>步长秩</translation>
    </message>
    <message>
      <source>Step time</source>
      <translation>每步时间</translation>
    </message>
    <message>
      <source>Step tokens</source>
      <translation>每步 token 数</translation>
    </message>
    <message>
      <source>Steps</source>
      <translation>步数</translation>
    </message>
    <message>
      <source>Stored attention</source>
      <translation>存储的注意力</translation>
    </message>
    <message>
      <source>Stored attention, bytes</source>
      <translation>存储的注意力，字节</translation>
    </message>
    <message>
      <source>Stored attention, elements</source>
      <translation>存储的注意力，元素</translation>
    </message>
    <message>
      <source>Stored embedding</source>
      <translation>存储的嵌入</translation>
    </message>
    <message>
      <source>Stored embedding, bytes</source>
      <translation>存储的嵌入，字节</translation>
    </message>
    <message>
      <source>Stored embedding, elements</source>
      <translation>存储的嵌入，元素</translation>
    </message>
    <message>
      <source>Stored experts</source>
      <translation>存储的专家</translation>
    </message>
    <message>
      <source>Stored experts, bytes</source>
      <translation>存储的专家，字节</translation>
    </message>
    <message>
      <source>Stored experts, elements</source>
      <translation>存储的专家，元素</translation>
    </message>
    <message>
      <source>Stored feed-forward</source>
      <translation>存储的前馈</translation>
    </message>
    <message>
      <source>Stored feed-forward, bytes</source>
      <translation>存储的前馈，字节</translation>
    </message>
    <message>
      <source>Stored feed-forward, elements</source>
      <translation>存储的前馈，元素</translation>
    </message>
    <message>
      <source>Stored head</source>
      <translation>存储的 head</translation>
    </message>
    <message>
      <source>Stored head, bytes</source>
      <translation>存储的 head，字节</translation>
    </message>
    <message>
      <source>Stored head, elements</source>
      <translation>存储的 head，元素</translation>
    </message>
    <message>
      <source>Stored other weights</source>
      <translation>存储的其他权重</translation>
    </message>
    <message>
      <source>Stored other weights, bytes</source>
      <translation>存储的其他权重，字节</translation>
    </message>
    <message>
      <source>Stored other weights, elements</source>
      <translation>存储的其他权重，元素</translation>
    </message>
    <message>
      <source>Stored weights</source>
      <translation>存储的权重</translation>
    </message>
    <message>
      <source>Stream</source>
      <translation>残差流</translation>
    </message>
    <message>
      <source>Streams</source>
      <translation>流数</translation>
    </message>
    <message>
      <source>Sums in fp16</source>
      <translation>fp16 累加</translation>
    </message>
    <message>
      <source>TF32 peak</source>
      <translation>TF32 峰值</translation>
    </message>
    <message>
      <source>TP</source>
      <translation>TP</translation>
    </message>
    <message>
      <source>TP divides both matrices of an adapter (--fully-sharded-loras); otherwise one of them is whole on every rank.</source>
      <translation>TP 切分适配器的两个矩阵（--fully-sharded-loras）；否则其中一个在每个 rank 上完整。</translation>
    </message>
    <message>
      <source>TP divides weights only: one GPU keeps the whole KV cache.</source>
      <translation>TP 只切分权重：一个 GPU 保存全部 KV 缓存。</translation>
    </message>
    <message>
      <source>TP ranks share the tokens of norms and residuals too.</source>
      <translation>TP rank 也分担归一化和残差的 token。</translation>
    </message>
    <message>
      <source>TP times PP times DP times CP.</source>
      <translation>TP × PP × DP × CP。</translation>
    </message>
    <message>
      <source>TPOT</source>
      <translation>TPOT</translation>
    </message>
    <message>
      <source>TPOT, steps alone</source>
      <translation>TPOT（仅解码步）</translation>
    </message>
    <message>
      <source>TTFT</source>
      <translation>TTFT</translation>
    </message>
    <message>
      <source>TTFT alone</source>
      <translation>TTFT（单独）</translation>
    </message>
    <message>
      <source>Target TPOT</source>
      <translation>目标 TPOT</translation>
    </message>
    <message>
      <source>Target TTFT</source>
      <translation>目标 TTFT</translation>
    </message>
    <message>
      <source>Target rate</source>
      <translation>目标速率</translation>
    </message>
    <message>
      <source>Targets</source>
      <translation>目标</translation>
    </message>
    <message>
      <source>Tensor-parallel degree: GPUs that share each layer.</source>
      <translation>张量并行度：共同分担每一层的 GPU 数。</translation>
    </message>
    <message>
      <source>Text</source>
      <translation>文本</translation>
    </message>
    <message>
      <source>The LM head is the token table itself and is counted once.</source>
      <translation>LM head 就是词嵌入表本身，只计一次。</translation>
    </message>
    <message>
      <source>The budget covers the activations of a step.</source>
      <translation>预算包含一步的激活。</translation>
    </message>
    <message>
      <source>The budget covers the captured graphs.</source>
      <translation>预算包含捕获的 CUDA graph。</translation>
    </message>
    <message>
      <source>The budget covers the device context.</source>
      <translation>预算包含设备上下文。</translation>
    </message>
    <message>
      <source>The computer that this row was read from; cards of one host can work together.</source>
      <translation>读出此行的计算机；同一主机的卡可以协同工作。</translation>
    </message>
    <message>
      <source>The copy of the expansion of latent attention that decode multiplies queries and outputs with, beside the one in the checkpoint.</source>
      <translation>解码时与查询和输出相乘的潜在注意力展开副本，另加于检查点中的一份之外。</translation>
    </message>
    <message>
      <source>The first layer group</source>
      <translation>第一个层组</translation>
    </message>
    <message>
      <source>The group whose layer each of them repeats.</source>
      <translation>它们各自重复哪个组的层。</translation>
    </message>
    <message>
      <source>The kernel before quantises the input</source>
      <translation>由前面的内核量化输入</translation>
    </message>
    <message>
      <source>The kernels that run MXFP4 experts.</source>
      <translation>运行 MXFP4 专家的内核。</translation>
    </message>
    <message>
      <source>The last layer group</source>
      <translation>最后一个层组</translation>
    </message>
    <message>
      <source>The load's own tokens</source>
      <translation>负载自身的 token</translation>
    </message>
    <message>
      <source>The matrices of LoRA beside the frozen weights.</source>
      <translation>冻结权重旁的 LoRA 矩阵。</translation>
    </message>
    <message>
      <source>The matrix that squeezes outputs of groups of heads (DeepSeek-V4) is kept in 16 bits, whatever the checkpoint stores.</source>
      <translation>压缩分组头输出的矩阵（DeepSeek-V4）保持 16 位，不论检查点如何存储。</translation>
    </message>
    <message>
      <source>The memory fraction at which nothing stays free.</source>
      <translation>恰好不剩空闲的显存比例。</translation>
    </message>
    <message>
      <source>The model's weights on the fullest GPU.</source>
      <translation>最满 GPU 上的模型权重。</translation>
    </message>
    <message>
      <source>The most that one block with its cache and activations took.</source>
      <translation>一个块连同其缓存和激活占用的最大量。</translation>
    </message>
    <message>
      <source>The non-linearity; only xIELU has parameters, two.</source>
      <translation>非线性函数；只有 xIELU 有参数（两个）。</translation>
    </message>
    <message>
      <source>The norm after a residual add is part of its kernel.</source>
      <translation>残差相加之后的归一化包含在同一内核中。</translation>
    </message>
    <message>
      <source>The precise copy of the weights that the optimizer changes; on the host where it is offloaded.</source>
      <translation>优化器更新的精确权重副本；卸载时在主机上。</translation>
    </message>
    <message>
      <source>The preset this row was copied from.</source>
      <translation>此行复制自哪个预设。</translation>
    </message>
    <message>
      <source>The row of the GPUs table.</source>
      <translation>加速器表的行。</translation>
    </message>
    <message>
      <source>The row of the engines table: how memory is budgeted and cached. Blank: none.</source>
      <translation>引擎表的行：如何规划显存和缓存。空：没有。</translation>
    </message>
    <message>
      <source>The row of the models table.</source>
      <translation>模型表的行。</translation>
    </message>
    <message>
      <source>The row's stable name in the file.</source>
      <translation>此行在文件中的固定名称。</translation>
    </message>
    <message>
      <source>The same for a decode step.</source>
      <translation>同上，用于解码步。</translation>
    </message>
    <message>
      <source>The same for a prefill with constants of another GPU, typed ones or defaults.</source>
      <translation>同上，用于以其他 GPU 的常数、填写值或默认值估算的预填充。</translation>
    </message>
    <message>
      <source>The same without a queue.</source>
      <translation>同上，不含排队。</translation>
    </message>
    <message>
      <source>The same without the prefills of other requests.</source>
      <translation>同上，不含其他请求的预填充。</translation>
    </message>
    <message>
      <source>The scale is kept as its difference from one and applied in fp32 (Gemma).</source>
      <translation>缩放以与一的差值保存，并以 fp32 应用（Gemma）。</translation>
    </message>
    <message>
      <source>The scale kept as its difference from one (Nemotron)</source>
      <translation>缩放以与一的差值保存（Nemotron）</translation>
    </message>
    <message>
      <source>The scale too in fp32 (OLMo 2)</source>
      <translation>缩放也用 fp32（OLMo 2）</translation>
    </message>
    <message>
      <source>The scenario that the others are compared with. Blank: none.</source>
      <translation>其他方案与之比较的方案。留空：无。</translation>
    </message>
    <message>
      <source>The scores of attention are never stored whole.</source>
      <translation>注意力分数从不整体保存。</translation>
    </message>
    <message>
      <source>The slice of a card that this row is, such as 3g.40gb; blank is a whole card.</source>
      <translation>此行是哪个卡切片，例如 3g.40gb；空表示整卡。</translation>
    </message>
    <message>
      <source>The small vector, a copy on every rank</source>
      <translation>小向量，每个 rank 各一份</translation>
    </message>
    <message>
      <source>The total that the driver reports (nvidia-smi, NVML).</source>
      <translation>驱动报告的总量（nvidia-smi、NVML）。</translation>
    </message>
    <message>
      <source>The value projection is the key projection; both are cached.</source>
      <translation>值投影即键投影；两者都缓存。</translation>
    </message>
    <message>
      <source>The whole model, predicted from one block: one block of each kind times its layers, and the LM head; under TP the estimated all-reduces are added.</source>
      <translation>由一个块预测的整个模型：每种层的一个块乘以层数，加上 LM head；使用 TP 时再加上估算的 all-reduce。</translation>
    </message>
    <message>
      <source>There is room for adapters beside the token table and the head too. vLLM has it for models whose class names them: Llama, Mistral, Mixtral, Granite; not Qwen2.</source>
      <translation>词嵌入表和 head 旁也为适配器留空间。vLLM 对类中写明的模型如此：Llama、Mistral、Mixtral、Granite；Qwen2 没有。</translation>
    </message>
    <message>
      <source>These layers are loaded and draft tokens: they keep a KV cache of their own, and drafting takes time.</source>
      <translation>这些层会加载并起草 token：它们有自己的 KV 缓存，起草需要时间。</translation>
    </message>
    <message>
      <source>These layers are loaded too: their bytes count among the weights.</source>
      <translation>这些层也会加载：其字节计入权重。</translation>
    </message>
    <message>
      <source>This layer</source>
      <translation>本层</translation>
    </message>
    <message>
      <source>Those and the gradients on the host</source>
      <translation>上述状态和梯度在主机上</translation>
    </message>
    <message>
      <source>Three norms more: before the experts, after them, after the shared network.</source>
      <translation>另加三个归一化：专家之前、专家之后、共享网络之后。</translation>
    </message>
    <message>
      <source>Tied head</source>
      <translation>共用 head</translation>
    </message>
    <message>
      <source>Tight below</source>
      <translation>低于此值为紧张</translation>
    </message>
    <message>
      <source>Time</source>
      <translation>时间</translation>
    </message>
    <message>
      <source>Time checked by cases</source>
      <translation>时间经实例验证</translation>
    </message>
    <message>
      <source>Time in which pipeline stages wait, over the time without it.</source>
      <translation>流水段等待的时间，除以不等待时的时间。</translation>
    </message>
    <message>
      <source>Time of a decode step that the device waits for the host: scheduling, sampling.</source>
      <translation>解码步中设备等待主机的时间：调度、采样。</translation>
    </message>
    <message>
      <source>Time of the run times the number of GPUs.</source>
      <translation>运行时间乘以 GPU 数。</translation>
    </message>
    <message>
      <source>Time per call</source>
      <translation>每次调用时间</translation>
    </message>
    <message>
      <source>Time that the host adds to the first token: tokens of the text, scheduling.</source>
      <translation>主机给首 token 增加的时间：分词、调度。</translation>
    </message>
    <message>
      <source>Token table on the host</source>
      <translation>词嵌入表在主机</translation>
    </message>
    <message>
      <source>Tokens</source>
      <translation>token 数</translation>
    </message>
    <message>
      <source>Tokens at the start that all sequences have in common and that the cache holds once. Blank: none.</source>
      <translation>所有序列开头共有、缓存只存一份的 token 数。空：没有。</translation>
    </message>
    <message>
      <source>Tokens attended</source>
      <translation>关注的 token</translation>
    </message>
    <message>
      <source>Tokens each sequence may reach; the KV cache holds this many.</source>
      <translation>每个序列可达到的 token 数；KV 缓存按此保存。</translation>
    </message>
    <message>
      <source>Tokens generated for each sequence.</source>
      <translation>每个序列生成的 token 数。</translation>
    </message>
    <message>
      <source>Tokens of a step that count, without padding, over its time and the number of GPUs.</source>
      <translation>一步中计数的 token（不含填充）除以时间和 GPU 数。</translation>
    </message>
    <message>
      <source>Tokens of a step that count, without padding, over its time; all GPUs.</source>
      <translation>一步中计数的 token（不含填充）除以时间；所有 GPU。</translation>
    </message>
    <message>
      <source>Tokens of each prompt that a prefix cache holds already and prefill leaves out: a share of the prompt as in =0.5*prompt. Blank: none.</source>
      <translation>每个提示中前缀缓存已有、预填充略过的 token 数：可写成提示的比例，如 =0.5*prompt。空：没有。</translation>
    </message>
    <message>
      <source>Tokens of each sequence that prefill reads at once.</source>
      <translation>预填充一次读入的每序列 token 数。</translation>
    </message>
    <message>
      <source>Tokens of one page of the cache.</source>
      <translation>缓存一页的 token 数。</translation>
    </message>
    <message>
      <source>Tokens of one sequence; packed documents, and padding, count with it.</source>
      <translation>一个序列的 token 数；打包的文档和填充也计入。</translation>
    </message>
    <message>
      <source>Tokens of the other input whose keys and values are kept, for example of one image.</source>
      <translation>保存其键和值的另一输入的 token 数，例如一幅图像。</translation>
    </message>
    <message>
      <source>Tokens of the run over those of a step that count.</source>
      <translation>整次训练的 token 数除以一步计数的 token 数。</translation>
    </message>
    <message>
      <source>Tokens of the whole run, padding left out. Blank: only a step is planned.</source>
      <translation>整次训练的 token 数，不含填充。空：只规划一步。</translation>
    </message>
    <message>
      <source>Tokens per step</source>
      <translation>每步 token 数</translation>
    </message>
    <message>
      <source>Tokens per step, large card</source>
      <translation>每步 token 数（大显存卡）</translation>
    </message>
    <message>
      <source>Tokens that a step computes on all GPUs, padding included.</source>
      <translation>一步在所有 GPU 上计算的 token 数，含填充。</translation>
    </message>
    <message>
      <source>Tokens that are guessed ahead in each step (speculative decoding). Blank: none.</source>
      <translation>每步提前猜测的 token 数（投机解码）。空：没有。</translation>
    </message>
    <message>
      <source>Tokens that one entry stands for.</source>
      <translation>一个条目代表的 token 数。</translation>
    </message>
    <message>
      <source>Tokens that the room for the KV cache holds.</source>
      <translation>KV 缓存空间容纳的 token 数。</translation>
    </message>
    <message>
      <source>Tokens that the short convolution sees.</source>
      <translation>短卷积看到的 token 数。</translation>
    </message>
    <message>
      <source>Tokens with logits</source>
      <translation>有 logits 的 token</translation>
    </message>
    <message>
      <source>Tokens/s</source>
      <translation>token/s</translation>
    </message>
    <message>
      <source>Tokens/s per GPU</source>
      <translation>每 GPU token/s</translation>
    </message>
    <message>
      <source>Tokens/s per user</source>
      <translation>每用户 token/s</translation>
    </message>
    <message>
      <source>Total per GPU</source>
      <translation>每 GPU 总量</translation>
    </message>
    <message>
      <source>Towers divided</source>
      <translation>编码塔按张量并行切分</translation>
    </message>
    <message>
      <source>Training</source>
      <translation>训练</translation>
    </message>
    <message>
      <source>Transient</source>
      <translation>瞬时</translation>
    </message>
    <message>
      <source>Triton: masks the logits in place</source>
      <translation>Triton：就地掩码 logits</translation>
    </message>
    <message>
      <source>Triton: the scales are kept twice</source>
      <translation>Triton：缩放保存两份</translation>
    </message>
    <message>
      <source>Two, before both in parallel</source>
      <translation>两个，在两者并行之前</translation>
    </message>
    <message>
      <source>USD per million</source>
      <translation>每百万美元</translation>
    </message>
    <message>
      <source>Unfused attention computes its softmax in fp32 and casts it back; GPT-2 of transformers does not.</source>
      <translation>非融合注意力以 fp32 计算 softmax 再转回；transformers 的 GPT-2 不如此。</translation>
    </message>
    <message>
      <source>Up bias</source>
      <translation>升维偏置</translation>
    </message>
    <message>
      <source>Upper end of the band.</source>
      <translation>区间上端。</translation>
    </message>
    <message>
      <source>Usable</source>
      <translation>可用</translation>
    </message>
    <message>
      <source>Usable memory</source>
      <translation>可用显存</translation>
    </message>
    <message>
      <source>Usable memory from which the figures of a large card hold. Blank: none do.</source>
      <translation>可用显存达到此值时使用大显存卡的数值。空：从不。</translation>
    </message>
    <message>
      <source>Used to draft</source>
      <translation>用于起草</translation>
    </message>
    <message>
      <source>Value bias</source>
      <translation>值偏置</translation>
    </message>
    <message>
      <source>Value format</source>
      <translation>值格式</translation>
    </message>
    <message>
      <source>Value heads</source>
      <translation>值头数</translation>
    </message>
    <message>
      <source>Value width</source>
      <translation>值宽度</translation>
    </message>
    <message>
      <source>Values from keys</source>
      <translation>值取自键</translation>
    </message>
    <message>
      <source>Vendor</source>
      <translation>厂商</translation>
    </message>
    <message>
      <source>Verdict</source>
      <translation>结论</translation>
    </message>
    <message>
      <source>Virtual stages</source>
      <translation>虚拟流水段</translation>
    </message>
    <message>
      <source>Vision and audio towers are divided by tensor parallelism like the decoder; off: whole on every rank.</source>
      <translation>视觉与音频编码塔像解码器一样按张量并行切分；关闭时每个 rank 各存一份完整副本。</translation>
    </message>
    <message>
      <source>Vocabulary</source>
      <translation>词表</translation>
    </message>
    <message>
      <source>Vocabulary cut by TP (Megatron)</source>
      <translation>词表由 TP 切分（Megatron）</translation>
    </message>
    <message>
      <source>Watts that one GPU draws. Blank: the limit of its board.</source>
      <translation>一个 GPU 的功耗（瓦）。空：板卡上限。</translation>
    </message>
    <message>
      <source>Weight bytes</source>
      <translation>权重字节数</translation>
    </message>
    <message>
      <source>Weights</source>
      <translation>权重</translation>
    </message>
    <message>
      <source>Weights of choices</source>
      <translation>选项加权</translation>
    </message>
    <message>
      <source>What a process takes on the device before any tensor.</source>
      <translation>进程在分配任何张量之前占用的设备显存。</translation>
    </message>
    <message>
      <source>What a window does; without a window it has no effect.</source>
      <translation>窗口的作用；没有窗口时不起作用。</translation>
    </message>
    <message>
      <source>What an expert is.</source>
      <translation>专家的构成。</translation>
    </message>
    <message>
      <source>What is alive at once during a step. In training, where gradients are freed after a step: less the place of those that come later.</source>
      <translation>一步中同时存活的内容。训练时若梯度在一步之后释放：减去之后才出现的梯度所占位置。</translation>
    </message>
    <message>
      <source>What is computed again in the backward pass.</source>
      <translation>反向传播时重新计算的内容。</translation>
    </message>
    <message>
      <source>What multi-head latent attention keeps of a token.</source>
      <translation>多头潜在注意力为一个 token 保存的内容。</translation>
    </message>
    <message>
      <source>What multi-head latent attention keeps of a token. Blank: the engine's.</source>
      <translation>多头潜在注意力为一个 token 保存的内容。空：按引擎。</translation>
    </message>
    <message>
      <source>What no process held when it was read. A scenario whose memory basis is “free now” is judged against this.</source>
      <translation>读取时没有进程占用的量。显存基准为“当前空闲”的方案以此判断。</translation>
    </message>
    <message>
      <source>What of torch's rounding of large tensors counts among the weights.</source>
      <translation>torch 对大张量的取整有多少计入权重。</translation>
    </message>
    <message>
      <source>What picks tokens by top-k and top-p: it decides how many copies of the logits live at once in the step that is tried at the start. The log names it.</source>
      <translation>用 top-k 和 top-p 选取 token 的部件：决定启动时试跑的那一步同时存活几份 logits。日志会写明。</translation>
    </message>
    <message>
      <source>What processes of this plan may take of the memory of one host, for states that are offloaded; its cards share it.</source>
      <translation>此方案的进程在一台主机上可用于卸载状态的内存；主机上的卡共用。</translation>
    </message>
    <message>
      <source>What software can allocate (torch's total), less than the label. The verdict is against this, less what is reserved.</source>
      <translation>软件可分配的量（torch 的总量），少于标称值。结论以此减去保留量为准。</translation>
    </message>
    <message>
      <source>What software can allocate on this GPU, or what was free on it.</source>
      <translation>软件在此 GPU 上可分配的量，或读取时空闲的量。</translation>
    </message>
    <message>
      <source>What the GPUs of a tensor-parallel group exchange their sums over.</source>
      <translation>张量并行组的 GPU 经由什么交换部分和。</translation>
    </message>
    <message>
      <source>What the card or the engine leaves, less the total; negative if it does not fit.</source>
      <translation>显卡或引擎所留的量减去总量；放不下时为负。</translation>
    </message>
    <message>
      <source>What the engine printed for its step, in place of the formula. Blank: the formula.</source>
      <translation>引擎打印的一步数值，用来代替公式。空：用公式。</translation>
    </message>
    <message>
      <source>What the engine takes whatever the load, as nvidia-smi shows it.</source>
      <translation>引擎不论负载都占用的量，即 nvidia-smi 显示的值。</translation>
    </message>
    <message>
      <source>What the label says.</source>
      <translation>标称值。</translation>
    </message>
    <message>
      <source>What the memory fraction is a fraction of, and what it bounds.</source>
      <translation>显存比例以什么为基数、限制什么。</translation>
    </message>
    <message>
      <source>What the plan is held against: all that software can allocate on the card, or what was free when it was read.</source>
      <translation>方案与什么相比：软件在卡上可分配的全部，或读取时的空闲量。</translation>
    </message>
    <message>
      <source>What the scenario does: serve, or train. Each has columns of its own.</source>
      <translation>方案做什么：推理或训练。两者各有自己的列。</translation>
    </message>
    <message>
      <source>What the tokens are that the program says its cache holds.</source>
      <translation>程序所报缓存 token 数的含义。</translation>
    </message>
    <message>
      <source>What this row is called in the tables.</source>
      <translation>此行在各表中的名称。</translation>
    </message>
    <message>
      <source>Where the norms stand; decides how many there are.</source>
      <translation>归一化的位置；决定其个数。</translation>
    </message>
    <message>
      <source>Whether TTFT, TPOT and rate are within the targets of the row; the answers below say what would meet them.</source>
      <translation>TTFT、TPOT 和速率是否在此行的目标之内；下方的答案说明怎样达到。</translation>
    </message>
    <message>
      <source>Whether a step's keys and values live beside its scores (1) or not (0).</source>
      <translation>一步的键和值是否与分数同时存活（1）或否（0）。</translation>
    </message>
    <message>
      <source>Whether cosines and sines are shared by the layers, and their type.</source>
      <translation>各层是否共用余弦和正弦，以及它们的类型。</translation>
    </message>
    <message>
      <source>Whether its figures are those of a preset that was held against what it printed on real cards.</source>
      <translation>其数值是否来自与真实显卡输出核对过的预设。</translation>
    </message>
    <message>
      <source>Whether the same GPUs do both, or two pools of replicas of this plan.</source>
      <translation>由同一批 GPU 完成两者，还是由此方案的两个副本池分别完成。</translation>
    </message>
    <message>
      <source>Which all-reduce tensor-parallel GPUs use.</source>
      <translation>张量并行 GPU 使用哪种 all-reduce。</translation>
    </message>
    <message>
      <source>Which constants of the GPU the time estimate uses.</source>
      <translation>时间估算使用 GPU 的哪些常数。</translation>
    </message>
    <message>
      <source>Which copies of a parameter exist: optimizer and precisions.</source>
      <translation>一个参数有哪些副本：优化器和精度。</translation>
    </message>
    <message>
      <source>Which kernels run: what they keep differs.</source>
      <translation>运行哪些内核：它们保留的内容不同。</translation>
    </message>
    <message>
      <source>Which kind of part stands here.</source>
      <translation>此处是哪种部件。</translation>
    </message>
    <message>
      <source>Which layers are of which kind</source>
      <translation>哪些层属于哪种</translation>
    </message>
    <message>
      <source>Which layers these are, counted from 0: “0-2, 5, 8-60/4” (every fourth from 8 to 60). Blank: the groups follow each other.</source>
      <translation>是哪些层，从 0 数起：“0-2, 5, 8-60/4”（8 到 60 每隔四层）。空：各组依次排列。</translation>
    </message>
    <message>
      <source>Which matrices have an adapter, for the LoRA recipes.</source>
      <translation>哪些矩阵带适配器（用于 LoRA 配方）。</translation>
    </message>
    <message>
      <source>Which software shares the states: decides what is gathered and reduced at once.</source>
      <translation>由哪种软件切分状态：决定一次聚集和归约的量。</translation>
    </message>
    <message>
      <source>Which states the data-parallel ranks share instead of copying.</source>
      <translation>数据并行 rank 切分而不复制哪些状态。</translation>
    </message>
    <message>
      <source>Which step the activations are reserved for.</source>
      <translation>为哪一步预留激活。</translation>
    </message>
    <message>
      <source>Which tokens of a step logits are reserved for.</source>
      <translation>为一步中的哪些 token 预留 logits。</translation>
    </message>
    <message>
      <source>Whole pages, and room for a step</source>
      <translation>整页，并为一步留空间</translation>
    </message>
    <message>
      <source>Whole pages, as if each kind of layer held all tokens</source>
      <translation>整页，如同每种层都保存全部 token</translation>
    </message>
    <message>
      <source>Width between the feed-forward matrices.</source>
      <translation>前馈矩阵之间的宽度。</translation>
    </message>
    <message>
      <source>Width between the matrices of one expert.</source>
      <translation>一个专家的矩阵之间的宽度。</translation>
    </message>
    <message>
      <source>Width inside the layer.</source>
      <translation>层内宽度。</translation>
    </message>
    <message>
      <source>Width of the low-rank path beside attention.</source>
      <translation>注意力旁低秩通路的宽度。</translation>
    </message>
    <message>
      <source>Width of the networks that every token uses, all together. Blank: none.</source>
      <translation>每个 token 都使用的网络的总宽度。空：没有。</translation>
    </message>
    <message>
      <source>Width of the recurrence.</source>
      <translation>循环的宽度。</translation>
    </message>
    <message>
      <source>Width of the residual stream.</source>
      <translation>残差流的宽度。</translation>
    </message>
    <message>
      <source>Width of the table where it is not d_model: one matrix widens what it gives, one narrows what the head reads (OPT-350m). Blank: d_model.</source>
      <translation>词表宽度（不等于 d_model 时）：一个矩阵升宽其输出，一个矩阵降宽 head 的输入（OPT-350m）。空：d_model。</translation>
    </message>
    <message>
      <source>Width that each group's output is squeezed through.</source>
      <translation>每组输出压缩到的宽度。</translation>
    </message>
    <message>
      <source>Width that experts read and write where it is not d_model. Blank: d_model.</source>
      <translation>专家读写的宽度（不等于 d_model 时）。空：d_model。</translation>
    </message>
    <message>
      <source>Width that queries are squeezed through.</source>
      <translation>查询压缩到的宽度。</translation>
    </message>
    <message>
      <source>Width that queries are squeezed through. Blank: one matrix makes them.</source>
      <translation>查询压缩到的宽度。空：由一个矩阵生成。</translation>
    </message>
    <message>
      <source>Width that the step sizes are squeezed through.</source>
      <translation>步长压缩到的宽度。</translation>
    </message>
    <message>
      <source>Window</source>
      <translation>窗口</translation>
    </message>
    <message>
      <source>Window kind</source>
      <translation>窗口种类</translation>
    </message>
    <message>
      <source>ZeRO</source>
      <translation>ZeRO</translation>
    </message>
    <message>
      <source>bf16</source>
      <translation>bf16</translation>
    </message>
    <message>
      <source>bf16 peak</source>
      <translation>bf16 峰值</translation>
    </message>
    <message>
      <source>blank</source>
      <translation>空</translation>
    </message>
    <message>
      <source>d_model</source>
      <translation>d_model</translation>
    </message>
    <message>
      <source>fastest</source>
      <translation>最快</translation>
    </message>
    <message>
      <source>fp16</source>
      <translation>fp16</translation>
    </message>
    <message>
      <source>fp16 peak</source>
      <translation>fp16 峰值</translation>
    </message>
    <message>
      <source>fp16 peak, fp16 sum</source>
      <translation>fp16 峰值（fp16 累加）</translation>
    </message>
    <message>
      <source>fp32</source>
      <translation>fp32</translation>
    </message>
    <message>
      <source>fp32 peak</source>
      <translation>fp32 峰值</translation>
    </message>
    <message>
      <source>fp4 peak</source>
      <translation>fp4 峰值</translation>
    </message>
    <message>
      <source>fp8 (per channel)</source>
      <translation>fp8（按通道）</translation>
    </message>
    <message>
      <source>fp8 (per tensor)</source>
      <translation>fp8（按张量）</translation>
    </message>
    <message>
      <source>fp8 peak</source>
      <translation>fp8 峰值</translation>
    </message>
    <message>
      <source>fp8 peak, fp16 sum</source>
      <translation>fp8 峰值（fp16 累加）</translation>
    </message>
    <message>
      <source>fp8, blocks of 128 x 128</source>
      <translation>fp8，128 x 128 块</translation>
    </message>
    <message>
      <source>free now</source>
      <translation>当前空闲</translation>
    </message>
    <message>
      <source>int4 (no scales)</source>
      <translation>int4（无缩放）</translation>
    </message>
    <message>
      <source>int4 (per channel)</source>
      <translation>int4（按通道）</translation>
    </message>
    <message>
      <source>int4, groups of 128 (AWQ, GPTQ)</source>
      <translation>int4，每组 128（AWQ、GPTQ）</translation>
    </message>
    <message>
      <source>int4, groups of 128, no zero points</source>
      <translation>int4，每组 128，无零点</translation>
    </message>
    <message>
      <source>int4, groups of 32 (AWQ, GPTQ)</source>
      <translation>int4，每组 32（AWQ、GPTQ）</translation>
    </message>
    <message>
      <source>int4, groups of 32, no zero points</source>
      <translation>int4，每组 32，无零点</translation>
    </message>
    <message>
      <source>int4, groups of 64 (AWQ, GPTQ)</source>
      <translation>int4，每组 64（AWQ、GPTQ）</translation>
    </message>
    <message>
      <source>int8 (per channel)</source>
      <translation>int8（按通道）</translation>
    </message>
    <message>
      <source>int8 (per tensor)</source>
      <translation>int8（按张量）</translation>
    </message>
    <message>
      <source>int8 peak</source>
      <translation>int8 峰值</translation>
    </message>
    <message>
      <source>int8, groups of 128 (GPTQ)</source>
      <translation>int8，每组 128（GPTQ）</translation>
    </message>
    <message>
      <source>nf4 (blocks of 64)</source>
      <translation>nf4（64 个一块）</translation>
    </message>
    <message>
      <source>nf4, double-quantised</source>
      <translation>nf4，双重量化</translation>
    </message>
    <message>
      <source>no</source>
      <translation>否</translation>
    </message>
    <message>
      <source>per class where known</source>
      <translation>有则按类别</translation>
    </message>
    <message>
      <source>same GPUs</source>
      <translation>同一批 GPU</translation>
    </message>
    <message>
      <source>three constants</source>
      <translation>三个常数</translation>
    </message>
    <message>
      <source>tokens</source>
      <translation>token</translation>
    </message>
    <message>
      <source>two pools</source>
      <translation>两个资源池</translation>
    </message>
    <message>
      <source>usable</source>
      <translation>可用</translation>
    </message>
    <message>
      <source>xIELU</source>
      <translation>xIELU</translation>
    </message>
    <message>
      <source>yes</source>
      <translation>是</translation>
    </message>
    <message>
      <source>{bits} bits, as the file</source>
      <translation>{bits} 位，与文件相同</translation>
    </message>
    <message>
      <source>{format}, parts as the file</source>
      <translation>{format}，各部分与文件相同</translation>
    </message>
    <message>
      <source>{phase} estimate</source>
      <translation>{phase}估算</translation>
    </message>
    <message>
      <source>{phase} observed</source>
      <translation>{phase}实测</translation>
    </message>
    <message>
      <source>{phase}, from one block</source>
      <translation>{phase}，由一个块推得</translation>
    </message>
  </context>
  <context>
    <name>files</name>
    <message>
      <source>A text in the file holds half of a character (\ud800 to \udfff without its other half). Remove it.</source>
      <translation>文件中的文本含有半个字符（\ud800 到 \udfff 缺少另一半）。请删除。</translation>
    </message>
    <message>
      <source>The file does not say which version it is: version should be a whole number from 1 to {current}.</source>
      <translation>文件没有说明版本：version 应为 1 到 {current} 的整数。</translation>
    </message>
    <message>
      <source>The file ends too early, in line {line}: it is truncated. Open an earlier copy.</source>
      <translation>文件在第 {line} 行过早结束：它被截断了。请打开较早的副本。</translation>
    </message>
    <message>
      <source>The file has {size} MiB; up to {most} MiB are opened.</source>
      <translation>文件有 {size} MiB；最多打开 {most} MiB。</translation>
    </message>
    <message>
      <source>The file holds {count} different expressions, more than are opened. Split it into several workbooks.</source>
      <translation>文件含有 {count} 个不同的表达式，超出上限。请拆成几个工作簿。</translation>
    </message>
    <message>
      <source>The file holds {count} rows in {table}; up to {most} are opened. Split it into several workbooks.</source>
      <translation>文件的 {table} 有 {count} 行，最多可打开 {most} 行。请拆成几个工作簿。</translation>
    </message>
    <message>
      <source>The file is empty. Open an earlier copy.</source>
      <translation>文件是空的。请打开较早的副本。</translation>
    </message>
    <message>
      <source>The file is nested too deeply to be a workbook. Open a file that this program has written.</source>
      <translation>文件嵌套过深，不是工作簿。请打开本程序写出的文件。</translation>
    </message>
    <message>
      <source>The file is not JSON: {reason} in line {line}, column {column}. Open a file that this program has written.</source>
      <translation>文件不是 JSON：第 {line} 行第 {column} 列 {reason}。请打开本程序写出的文件。</translation>
    </message>
    <message>
      <source>The file is not UTF-8 text: byte {place} (line {line}) is no part of it. Open a file that this program has written, or save it as UTF-8.</source>
      <translation>文件不是 UTF-8 文本：第 {place} 个字节（第 {line} 行）不合法。请打开本程序写出的文件，或另存为 UTF-8。</translation>
    </message>
    <message>
      <source>The file is not a workbook that this program can read (places that are wrong: {count}). Correct them in a text editor, or open an earlier copy.</source>
      <translation>文件不是本程序能读的工作簿（错误处数：{count}）。请用文本编辑器改正，或打开较早的副本。</translation>
    </message>
    <message>
      <source>The file is of version {version} and cannot be brought to version {current}: something in it is missing or of another kind.</source>
      <translation>文件版本为 {version}，无法升级到版本 {current}：其中缺少内容或类型不同。</translation>
    </message>
    <message>
      <source>The file is of version {version}, written by a newer program; this one reads versions up to {current}. Update the program.</source>
      <translation>文件版本为 {version}，由较新的程序写出；本程序最高读到版本 {current}。请更新程序。</translation>
    </message>
    <message>
      <source>The file is written in {name}. Save it as UTF-8.</source>
      <translation>文件以 {name} 编码。请另存为 UTF-8。</translation>
    </message>
    <message>
      <source>The name “{name}” stands twice in one object. Remove one of them.</source>
      <translation>同一对象中“{name}”出现两次。请删除其一。</translation>
    </message>
    <message>
      <source>The workbook holds a number that no file can: {reason}.</source>
      <translation>工作簿含有文件无法保存的数字：{reason}。</translation>
    </message>
    <message>
      <source>There is a number of {digits} digits in line {line}: no quantity here is that large. Write a smaller one.</source>
      <translation>第 {line} 行有一个 {digits} 位的数字：这里没有这么大的量。请写小一些。</translation>
    </message>
    <message>
      <source>This is JSON, but not a workbook of this program: its format is not {format}. Choose another file.</source>
      <translation>这是 JSON，但不是本程序的工作簿：其格式不是 {format}。请选择其他文件。</translation>
    </message>
    <message>
      <source>another program is using it</source>
      <translation>其他程序正在使用它</translation>
    </message>
    <message>
      <source>it is not a file</source>
      <translation>它不是文件</translation>
    </message>
    <message>
      <source>it is protected against changes</source>
      <translation>它受到保护，不可更改</translation>
    </message>
    <message>
      <source>it, or its folder, is not there</source>
      <translation>它或它所在的文件夹不存在</translation>
    </message>
    <message>
      <source>its folder is gone</source>
      <translation>它所在的文件夹已不存在</translation>
    </message>
    <message>
      <source>its folder is not there</source>
      <translation>它所在的文件夹不存在</translation>
    </message>
    <message>
      <source>its name is too long</source>
      <translation>名称过长</translation>
    </message>
    <message>
      <source>the disk is full</source>
      <translation>磁盘已满</translation>
    </message>
    <message>
      <source>the disk, or the network behind it, failed</source>
      <translation>磁盘或其后的网络出现故障</translation>
    </message>
    <message>
      <source>the folder can only be read</source>
      <translation>该文件夹只读</translation>
    </message>
    <message>
      <source>the folder is not empty</source>
      <translation>文件夹不是空的</translation>
    </message>
    <message>
      <source>the network folder is not there</source>
      <translation>网络文件夹不可用</translation>
    </message>
    <message>
      <source>you have no right to it</source>
      <translation>您没有访问权限</translation>
    </message>
    <message>
      <source>{name} cannot be read: {reason}.</source>
      <translation>无法读取 {name}：{reason}。</translation>
    </message>
    <message>
      <source>{name} cannot be saved: {reason}. What was there before is untouched; save under another name or in another folder.</source>
      <translation>无法保存 {name}：{reason}。原有内容未受影响；请以其他名称或在其他文件夹保存。</translation>
    </message>
    <message>
      <source>{name} is not a file. Choose a workbook ({ending}).</source>
      <translation>{name} 不是文件。请选择工作簿（{ending}）。</translation>
    </message>
    <message>
      <source>{word} in line {line} is not a number that a workbook can hold. Write a finite number, or null for a blank cell.</source>
      <translation>第 {line} 行的 {word} 不是工作簿能保存的数字。请写有限的数字，空单元格写 null。</translation>
    </message>
  </context>
  <context>
    <name>findings</name>
    <message>
      <source>&amp;Apply the remedy</source>
      <translation>应用解决办法(&amp;A)</translation>
    </message>
    <message>
      <source>&amp;Go to the cell</source>
      <translation>转到单元格(&amp;G)</translation>
    </message>
    <message>
      <source>A band goes from low over typical to high.</source>
      <translation>区间应从低到典型再到高。</translation>
    </message>
    <message>
      <source>A preset of yours is left out. {sentence}.</source>
      <translation>一个自有预设被略去。{sentence}。</translation>
    </message>
    <message>
      <source>A smaller TP with DP, or CP over the copies, uses the room of all GPUs.</source>
      <translation>用较小的 TP 加 DP，或对副本使用 CP，可用上所有 GPU 的空间。</translation>
    </message>
    <message>
      <source>A step of {rows:,} tokens reads a whole context at once and reserves {taken:.2f} GiB: the KV cache shrinks as the context grows. Chunks of {usual:,} tokens give it {more:.2f} GiB.</source>
      <translation>{rows:,} token 的一步会一次读入整个上下文并预留 {taken:.2f} GiB：上下文越长，KV 缓存越小。改为 {usual:,} token 的分块可多得 {more:.2f} GiB。</translation>
    </message>
    <message>
      <source>Accumulate at least as many micro-batches as there are stages.</source>
      <translation>累积的微批数至少应等于流水段数。</translation>
    </message>
    <message>
      <source>Adapters of rank {rank:,} beside a matrix of {wide:,} by {wide:,} are as large as it is.</source>
      <translation>{wide:,} × {wide:,} 的矩阵旁秩为 {rank:,} 的适配器与矩阵本身一样大。</translation>
    </message>
    <message>
      <source>An MFU of {mfu:.0%} is {hfu:.0%} of the peak with what is computed again, and matrix products on {name} reach {reached:.0%}.</source>
      <translation>MFU {mfu:.0%} 连同重计算相当于峰值的 {hfu:.0%}，而 {name} 上的矩阵乘只达到 {reached:.0%}。</translation>
    </message>
    <message>
      <source>An engine serves: it has no part in a training plan.</source>
      <translation>引擎用于推理：在训练方案中不起作用。</translation>
    </message>
    <message>
      <source>Bound the tokens of the cache, or lower the fraction.</source>
      <translation>限制缓存的 token 数，或降低比例。</translation>
    </message>
    <message>
      <source>CP {cp} does not divide TP {tp}, whose ranks share the tokens: it is not said to fit.</source>
      <translation>CP {cp} 不能整除 TP {tp}，而其 rank 分担 token：不作“放得下”的结论。</translation>
    </message>
    <message>
      <source>CP {cp} is more than the {copies} copies that TP {tp} keeps of each KV head: it is not said to fit.</source>
      <translation>CP {cp} 多于 TP {tp} 为每个 KV 头保存的 {copies} 份副本：不作“放得下”的结论。</translation>
    </message>
    <message>
      <source>CUDA graphs lie on top of the fraction: {graphs:.2f} GiB, up to {high:.2f} GiB, of the {left:.2f} GiB that the fraction and the device context leave: {reserved:.2f} of {usable:.2f} GiB in all.</source>
      <translation>CUDA graph 在比例之外：比例和设备上下文留下 {left:.2f} GiB，其中 graph 占 {graphs:.2f} GiB，最多 {high:.2f} GiB；共 {usable:.2f} GiB 中的 {reserved:.2f} GiB。</translation>
    </message>
    <message>
      <source>Checkpoint the layers, or shorten the micro-batch.</source>
      <translation>对层做重计算，或缩短微批。</translation>
    </message>
    <message>
      <source>Checkpoint whole layers, or set it to none.</source>
      <translation>对整层重计算，或设为“无”。</translation>
    </message>
    <message>
      <source>Checkpointing frees {freed:.2f} of {before:.2f} GiB, because the peak is elsewhere, and computes {more:.0%} more.</source>
      <translation>重计算只释放 {before:.2f} GiB 中的 {freed:.2f}，因为峰值在别处，却多算 {more:.0%}。</translation>
    </message>
    <message>
      <source>Choose FlashAttention without an explicit mask: it is told where documents begin.</source>
      <translation>请选择不带显式掩码的 FlashAttention：它知道文档从哪里开始。</translation>
    </message>
    <message>
      <source>Choose a CP of at most TP over the KV heads.</source>
      <translation>请选择不大于 TP 除以 KV 头数的 CP。</translation>
    </message>
    <message>
      <source>Choose a CP that divides TP.</source>
      <translation>请选择能整除 TP 的 CP。</translation>
    </message>
    <message>
      <source>Choose a GPU with that rate if time matters.</source>
      <translation>若在意时间，请选择具有该速率的 GPU。</translation>
    </message>
    <message>
      <source>Choose a TP that divides the KV heads, or a multiple of them.</source>
      <translation>请选择能整除 KV 头数的 TP，或其倍数。</translation>
    </message>
    <message>
      <source>Choose a TP that divides the heads.</source>
      <translation>请选择能整除头数的 TP。</translation>
    </message>
    <message>
      <source>Choose a TP that divides the width, or keep whole experts on a GPU.</source>
      <translation>请选择能整除宽度的 TP，或让每个 GPU 保存整个专家。</translation>
    </message>
    <message>
      <source>Choose a TP that divides the width.</source>
      <translation>请选择能整除宽度的 TP。</translation>
    </message>
    <message>
      <source>Choose a TP within the link.</source>
      <translation>请选择不超出该链路卡数的 TP。</translation>
    </message>
    <message>
      <source>Choose a divisor of the channels.</source>
      <translation>请选择通道数的约数。</translation>
    </message>
    <message>
      <source>Choose a divisor, or clear the cell.</source>
      <translation>请选择约数，或清空单元格。</translation>
    </message>
    <message>
      <source>Choose a draft model of the same family.</source>
      <translation>请选择同系列的草稿模型。</translation>
    </message>
    <message>
      <source>Choose a draft model that reaches the context.</source>
      <translation>请选择能达到该上下文的草稿模型。</translation>
    </message>
    <message>
      <source>Choose a global batch of whole rounds, or one virtual stage.</source>
      <translation>请选择整轮的全局批，或只用一个虚拟流水段。</translation>
    </message>
    <message>
      <source>Choose a row of that table.</source>
      <translation>请选择该表的一行。</translation>
    </message>
    <message>
      <source>Choose an EP that divides the experts.</source>
      <translation>请选择能整除专家数的 EP。</translation>
    </message>
    <message>
      <source>Choose an implementation that was measured.</source>
      <translation>请选择已实测的实现。</translation>
    </message>
    <message>
      <source>Choose at most as many as there are.</source>
      <translation>最多选择现有的数量。</translation>
    </message>
    <message>
      <source>Choose at most as many stages as layers.</source>
      <translation>流水段数不要超过层数。</translation>
    </message>
    <message>
      <source>Choose fewer virtual stages.</source>
      <translation>请减少虚拟流水段。</translation>
    </message>
    <message>
      <source>Choose the format of the checkpoint.</source>
      <translation>请选择检查点的格式。</translation>
    </message>
    <message>
      <source>Chunk the prefill.</source>
      <translation>对预填充分块。</translation>
    </message>
    <message>
      <source>Clear the cell.</source>
      <translation>清空单元格。</translation>
    </message>
    <message>
      <source>Clear the cell: then the time is estimated from what the GPU reaches.</source>
      <translation>清空单元格：时间将由 GPU 的实际效率估算。</translation>
    </message>
    <message>
      <source>Collectives take {each:.2f} GiB, up to {high:.2f} GiB, on each of {ranks} GPUs and nothing on one; memory outside the framework goes from {alone:.2f} to {other:.2f} GiB, {total:.2f} GiB over all GPUs.</source>
      <translation>{ranks} 个 GPU 上集合通信各占 {each:.2f} GiB，最多 {high:.2f} GiB，单卡则没有；框架之外的显存从 {alone:.2f} 增到 {other:.2f} GiB，所有 GPU 共 {total:.2f} GiB。</translation>
    </message>
    <message>
      <source>Compare with its log, and correct the figures in its row.</source>
      <translation>请与其日志对照，并改正其行中的数值。</translation>
    </message>
    <message>
      <source>Context parallelism (CP) divides it: set CP to TP.</source>
      <translation>上下文并行（CP）可切分它：把 CP 设为 TP。</translation>
    </message>
    <message>
      <source>Correct the positions, or clear them: then the groups follow each other.</source>
      <translation>请改正位置，或清空：各组将依次排列。</translation>
    </message>
    <message>
      <source>Correct the text, or clear it: then the layers are dealt evenly.</source>
      <translation>请改正文本，或清空：层将平均分配。</translation>
    </message>
    <message>
      <source>Decided by the line {line}: typically {value:.2f} GiB, up to {high:.2f} GiB.</source>
      <translation>由“{line}”决定：典型 {value:.2f} GiB，最多 {high:.2f} GiB。</translation>
    </message>
    <message>
      <source>Decided by the line {line}: {value:.2f} GiB are to stay free.</source>
      <translation>由“{line}”决定：应留出 {value:.2f} GiB。</translation>
    </message>
    <message>
      <source>Decided by the line {line}: {value:.2f} GiB, and {left:.2f} GiB are free on the card.</source>
      <translation>由“{line}”决定：{value:.2f} GiB，卡上空闲 {left:.2f} GiB。</translation>
    </message>
    <message>
      <source>Decided by the line {line}: {value:.2f} GiB, and {left:.2f} GiB are left for it.</source>
      <translation>由“{line}”决定：{value:.2f} GiB，为其留有 {left:.2f} GiB。</translation>
    </message>
    <message>
      <source>Documents of {document:,} tokens do not stand in a sequence of {sequence:,}: they are counted as cut.</source>
      <translation>{document:,} token 的文档放不进 {sequence:,} 的序列：按截断计。</translation>
    </message>
    <message>
      <source>Does not fit: the states alone take {states:.2f} GiB per GPU, {usable:.2f} GiB are usable. {decides}</source>
      <translation>放不下：仅状态每 GPU 就占 {states:.2f} GiB，可用 {usable:.2f} GiB。{decides}</translation>
    </message>
    <message>
      <source>Does not fit: {needed:.2f} GiB needed per GPU, {usable:.2f} GiB {whose}, {missing:.2f} GiB missing. {decides}</source>
      <translation>放不下：每 GPU 需要 {needed:.2f} GiB，{whose} {usable:.2f} GiB，缺 {missing:.2f} GiB。{decides}</translation>
    </message>
    <message>
      <source>EP {ep} does not divide TP times DP times CP, {ranks}: it is not said to fit.</source>
      <translation>EP {ep} 不能整除 TP × DP × CP（{ranks}）：不作“放得下”的结论。</translation>
    </message>
    <message>
      <source>EP {ep} does not divide TP times DP, {ranks}: it is not said to fit.</source>
      <translation>EP {ep} 不能整除 TP × DP（{ranks}）：不作“放得下”的结论。</translation>
    </message>
    <message>
      <source>EP {ep} does not divide {experts} experts: the fullest rank is counted.</source>
      <translation>EP {ep} 不能整除 {experts} 个专家：按最满的 rank 计。</translation>
    </message>
    <message>
      <source>EP {ep} leaves one copy of each expert: ZeRO has none to share there.</source>
      <translation>EP {ep} 使每个专家只剩一份：ZeRO 无可切分。</translation>
    </message>
    <message>
      <source>EP {ep} spreads experts, and {name} has none.</source>
      <translation>EP {ep} 分布专家，而 {name} 没有专家。</translation>
    </message>
    <message>
      <source>Each rank holds its experts' states whole: that is as little as EP can make it.</source>
      <translation>每个 rank 完整保存其专家的状态：EP 最多只能减到这样。</translation>
    </message>
    <message>
      <source>Error</source>
      <translation>错误</translation>
    </message>
    <message>
      <source>Every KV head serves the same number of query heads: choose a divisor.</source>
      <translation>每个 KV 头服务的查询头数相同：请选择约数。</translation>
    </message>
    <message>
      <source>Fewer, larger GPUs save it.</source>
      <translation>用更少、更大的 GPU 可省下它。</translation>
    </message>
    <message>
      <source>Fill in the cell that it refers to.</source>
      <translation>请填写它所引用的单元格。</translation>
    </message>
    <message>
      <source>Fill in the host memory of the GPU.</source>
      <translation>请填写 GPU 的主机内存。</translation>
    </message>
    <message>
      <source>Fill that cell.</source>
      <translation>请填写该单元格。</translation>
    </message>
    <message>
      <source>Findings</source>
      <translation>检查结果</translation>
    </message>
    <message>
      <source>Give that cell a number above zero, or clear it.</source>
      <translation>请给该单元格大于零的数，或清空。</translation>
    </message>
    <message>
      <source>Give these two stages fewer layers.</source>
      <translation>请给这两段少分一些层。</translation>
    </message>
    <message>
      <source>Go by the requests.</source>
      <translation>以请求数为准。</translation>
    </message>
    <message>
      <source>Head and token table are one matrix of {tables:,} parameters; with PP {pp} the first and the last stage each hold it and its states.</source>
      <translation>head 与词嵌入表是同一个 {tables:,} 参数的矩阵；PP {pp} 时首段和末段各持有它及其状态。</translation>
    </message>
    <message>
      <source>In training the recipe decides the bytes of the weights; the format {format} has no part in it.</source>
      <translation>训练时权重字节数由配方决定；格式 {format} 不起作用。</translation>
    </message>
    <message>
      <source>Insert a row in the table of its layers.</source>
      <translation>请在其层表中插入一行。</translation>
    </message>
    <message>
      <source>It is no leak. Lower the memory fraction to give memory back.</source>
      <translation>这不是泄漏。要释放显存，请降低显存比例。</translation>
    </message>
    <message>
      <source>Keep a tensor-parallel group within one host.</source>
      <translation>请让张量并行组留在一台主机内。</translation>
    </message>
    <message>
      <source>Keep it if it is faster; for memory it is not needed.</source>
      <translation>若更快可以保留；显存上并不需要。</translation>
    </message>
    <message>
      <source>Keep the latent vector: a llama.cpp of May 2025 or later, or -mla 3.</source>
      <translation>保留潜在向量：使用 2025 年 5 月或更新的 llama.cpp，或 -mla 3。</translation>
    </message>
    <message>
      <source>Keep the small vector.</source>
      <translation>保留小向量。</translation>
    </message>
    <message>
      <source>Keys and values of every head are kept in place of the latent vector: {each:,} bytes per token and layer, {times:.0f} times its {small:,.0f}.</source>
      <translation>保存的是每个头的键和值而非潜在向量：每 token 每层 {each:,} 字节，是其 {small:,.0f} 的 {times:.0f} 倍。</translation>
    </message>
    <message>
      <source>Layers per stage: {reason}. It is not said to fit.</source>
      <translation>每段层数：{reason}。不作“放得下”的结论。</translation>
    </message>
    <message>
      <source>Logits that are never whole free {freed:.2f} of {before:.2f} GiB, because the peak is elsewhere.</source>
      <translation>不整体保存 logits 只释放 {before:.2f} GiB 中的 {freed:.2f}，因为峰值在别处。</translation>
    </message>
    <message>
      <source>Lower TP to the cards that are there.</source>
      <translation>把 TP 降到实有的卡数。</translation>
    </message>
    <message>
      <source>Lower the memory fraction, or capture fewer sizes.</source>
      <translation>降低显存比例，或少捕获几种大小。</translation>
    </message>
    <message>
      <source>Lower the memory fraction, or end the other processes.</source>
      <translation>降低显存比例，或结束其他进程。</translation>
    </message>
    <message>
      <source>Lower the rank, or train all weights.</source>
      <translation>降低秩，或训练全部权重。</translation>
    </message>
    <message>
      <source>Micro-batches of a step, {passes:,}, do not fill {stages:,} pipeline stages: the stages wait {share:.0%} of the time.</source>
      <translation>一步的 {passes:,} 个微批填不满 {stages:,} 个流水段：有 {share:.0%} 的时间在等待。</translation>
    </message>
    <message>
      <source>Name another row, or write a number.</source>
      <translation>改写另一行的名称，或写一个数字。</translation>
    </message>
    <message>
      <source>No GPU is chosen.</source>
      <translation>没有选择 GPU。</translation>
    </message>
    <message>
      <source>No findings: everything goes together.</source>
      <translation>没有检查结果：各项相容。</translation>
    </message>
    <message>
      <source>No model is chosen.</source>
      <translation>没有选择模型。</translation>
    </message>
    <message>
      <source>No time estimate: {blank} are blank.</source>
      <translation>没有时间估算：{blank} 为空。</translation>
    </message>
    <message>
      <source>No time estimate: {blank} is blank.</source>
      <translation>没有时间估算：{blank} 为空。</translation>
    </message>
    <message>
      <source>No time estimate: {blank} is zero.</source>
      <translation>没有时间估算：{blank} 为零。</translation>
    </message>
    <message>
      <source>No times of requests: {blank} are blank.</source>
      <translation>没有请求的时间：{blank}空着。</translation>
    </message>
    <message>
      <source>No times of requests: {blank} is blank.</source>
      <translation>没有请求的时间：{blank}空着。</translation>
    </message>
    <message>
      <source>No times of requests: {blank} is zero.</source>
      <translation>没有请求的时间：{blank}为零。</translation>
    </message>
    <message>
      <source>No verdict: {blank} are blank.</source>
      <translation>无结论：{blank} 为空。</translation>
    </message>
    <message>
      <source>No verdict: {blank} is blank.</source>
      <translation>无结论：{blank} 为空。</translation>
    </message>
    <message>
      <source>No verdict: {blank} is zero.</source>
      <translation>无结论：{blank} 为零。</translation>
    </message>
    <message>
      <source>Not counted: there is no proved formula for {what} with this implementation.</source>
      <translation>未计入：{what} 在此实现下没有经验证的公式。</translation>
    </message>
    <message>
      <source>Note</source>
      <translation>提示</translation>
    </message>
    <message>
      <source>Offload less, or share the states among more ranks.</source>
      <translation>少卸载一些，或让更多 rank 切分状态。</translation>
    </message>
    <message>
      <source>One chunk of the loss is all tokens at once: nothing is cut.</source>
      <translation>损失分成一块即一次处理所有 token：没有切分。</translation>
    </message>
    <message>
      <source>Only states, FLOPs and time are counted.</source>
      <translation>只计算状态、FLOP 和时间。</translation>
    </message>
    <message>
      <source>PP {pp} is more than the {layers} layers of {name}: some stages have none. It is not said to fit.</source>
      <translation>PP {pp} 多于 {name} 的 {layers} 层：有的流水段没有层。不作“放得下”的结论。</translation>
    </message>
    <message>
      <source>Pack the documents.</source>
      <translation>打包文档。</translation>
    </message>
    <message>
      <source>Pairs of different documents are computed and masked: only about {pairs:.0%} of the attention's pairs count.</source>
      <translation>不同文档之间的对也被计算再掩去：注意力的对中只有约 {pairs:.0%} 有效。</translation>
    </message>
    <message>
      <source>Plan by the smallest card.</source>
      <translation>按最小的卡规划。</translation>
    </message>
    <message>
      <source>Plan the exchange over PCIe.</source>
      <translation>按经 PCIe 交换规划。</translation>
    </message>
    <message>
      <source>Plan with a row of one of its devices.</source>
      <translation>请用其中一个设备的行规划。</translation>
    </message>
    <message>
      <source>Plan without an engine, or measure its figures there and add the maker to its row.</source>
      <translation>不用引擎规划，或在该处实测其数值并把厂商加入其行。</translation>
    </message>
    <message>
      <source>Prompt {prompt:,} and output {output:,} together exceed the context {context:,}: a server ends the output there.</source>
      <translation>提示 {prompt:,} 与输出 {output:,} 之和超过上下文 {context:,}：服务器会在那里截断输出。</translation>
    </message>
    <message>
      <source>Put layers that are alike into one group, with their number as its layers, and open the file again.</source>
      <translation>请把相同的层放进一个组，以层数作为该组的层数，然后重新打开文件。</translation>
    </message>
    <message>
      <source>Put the figures of its preset back, or compare with its log.</source>
      <translation>恢复其预设的数值，或与其日志对照。</translation>
    </message>
    <message>
      <source>Put the file right or remove it from your presets folder.</source>
      <translation>改正该文件，或从预设文件夹中移除。</translation>
    </message>
    <message>
      <source>Raise DP, or set ZeRO to 0.</source>
      <translation>增大 DP，或把 ZeRO 设为 0。</translation>
    </message>
    <message>
      <source>Raise PP, or set them to 1.</source>
      <translation>增大 PP，或设为 1。</translation>
    </message>
    <message>
      <source>Raise TP, or fuse the head with the loss.</source>
      <translation>增大 TP，或把 head 与损失融合。</translation>
    </message>
    <message>
      <source>Raise TP, or switch it off.</source>
      <translation>增大 TP，或将其关闭。</translation>
    </message>
    <message>
      <source>Raise the context to the prompt and its output.</source>
      <translation>把上下文增大到提示加输出。</translation>
    </message>
    <message>
      <source>Raise the context to their sum.</source>
      <translation>把上下文增大到两者之和。</translation>
    </message>
    <message>
      <source>Raise the memory fraction, or spread the weights over more GPUs.</source>
      <translation>增大显存比例，或把权重分到更多 GPU。</translation>
    </message>
    <message>
      <source>Raise the memory fraction, run fewer sequences per step, or spread the weights over more GPUs.</source>
      <translation>增大显存比例，减少每步序列数，或把权重分到更多 GPU。</translation>
    </message>
    <message>
      <source>Raise the sequences per step, or lower the batch.</source>
      <translation>增大每步序列数，或减小批大小。</translation>
    </message>
    <message>
      <source>Read in its log which kernels it chose, and set them in the engine's row.</source>
      <translation>在其日志中查看所选内核，并填入引擎的行。</translation>
    </message>
    <message>
      <source>Read it with Refresh free memory, or plan against the usable memory.</source>
      <translation>用“刷新空闲显存”读取，或按可用显存规划。</translation>
    </message>
    <message>
      <source>Round it: // divides without a rest, round_up(x, 256) gives the next multiple.</source>
      <translation>取整：// 做整除，round_up(x, 256) 给出下一个倍数。</translation>
    </message>
    <message>
      <source>See what would help under the ledger.</source>
      <translation>查看明细账下的可行改动。</translation>
    </message>
    <message>
      <source>Selective checkpointing computes attention scores again, and this implementation keeps none.</source>
      <translation>选择性重计算重算注意力分数，而此实现不保存分数。</translation>
    </message>
    <message>
      <source>Sequence parallelism shares tokens among TP ranks, and TP is 1.</source>
      <translation>序列并行在 TP rank 之间分担 token，而 TP 为 1。</translation>
    </message>
    <message>
      <source>Serve fewer slots (--parallel 1).</source>
      <translation>减少槽位（--parallel 1）。</translation>
    </message>
    <message>
      <source>Serve fewer slots (--parallel, OLLAMA_NUM_PARALLEL).</source>
      <translation>减少槽位（--parallel、OLLAMA_NUM_PARALLEL）。</translation>
    </message>
    <message>
      <source>Set EP to 1.</source>
      <translation>把 EP 设为 1。</translation>
    </message>
    <message>
      <source>Set EP to TP times DP, or to a divisor of it.</source>
      <translation>把 EP 设为 TP × DP，或其约数。</translation>
    </message>
    <message>
      <source>Set EP to their product, or to a divisor of it.</source>
      <translation>把 EP 设为三者之积，或其约数。</translation>
    </message>
    <message>
      <source>Set ZeRO to 0, or see that your program gathers them.</source>
      <translation>把 ZeRO 设为 0，或确认程序会聚集它们。</translation>
    </message>
    <message>
      <source>Set ZeRO to 3, which shares weights too.</source>
      <translation>把 ZeRO 设为 3，权重也切分。</translation>
    </message>
    <message>
      <source>Set it to none.</source>
      <translation>设为“无”。</translation>
    </message>
    <message>
      <source>Share the states among more GPUs: raise ZeRO, DP, TP or PP.</source>
      <translation>让更多 GPU 切分状态：增大 ZeRO、DP、TP 或 PP。</translation>
    </message>
    <message>
      <source>Shorten the context, or choose a model with a longer one.</source>
      <translation>缩短上下文，或选择上下文更长的模型。</translation>
    </message>
    <message>
      <source>Shorten the document to the sequence.</source>
      <translation>把文档缩短到序列长度。</translation>
    </message>
    <message>
      <source>Shorten the prefix to the prompt.</source>
      <translation>把前缀缩短到提示长度。</translation>
    </message>
    <message>
      <source>Shorten the sequence, or choose a model with a longer one.</source>
      <translation>缩短序列，或选择更长的模型。</translation>
    </message>
    <message>
      <source>Software sees {name} as {devices} devices. One of them has a part of the memory and the rates: no rank can use all that this plan counts with.</source>
      <translation>软件把 {name} 看作 {devices} 个设备。每个只有部分显存和速率：没有 rank 能用到此方案所计的全部。</translation>
    </message>
    <message>
      <source>Sparse latent attention keeps its small vector in every engine, {wide:,} bytes of a token over all layers: “{label}” has no effect on {name}.</source>
      <translation>稀疏潜在注意力在任何引擎中都保存小向量，所有层每 token {wide:,} 字节：“{label}”对 {name} 不起作用。</translation>
    </message>
    <message>
      <source>Split by layers (-sm layer): plan it with PP in place of TP.</source>
      <translation>按层拆分（-sm layer）：用 PP 代替 TP 规划。</translation>
    </message>
    <message>
      <source>Split the file into several workbooks, and open them one by one.</source>
      <translation>请把文件拆成几个工作簿，逐个打开。</translation>
    </message>
    <message>
      <source>State their parameters under Other stacks.</source>
      <translation>在“其他塔”中填写其参数。</translation>
    </message>
    <message>
      <source>TP is {tp}, and one host has {present} of {name}: sums between hosts take a slower way than this plan counts with.</source>
      <translation>TP 为 {tp}，而一台主机有 {present} 个 {name}：主机之间求和走的路比此方案所计更慢。</translation>
    </message>
    <message>
      <source>TP {tp} and {kv_heads} KV heads do not divide each other.</source>
      <translation>TP {tp} 与 {kv_heads} 个 KV 头互不整除。</translation>
    </message>
    <message>
      <source>TP {tp} does not divide the expert width {width}.</source>
      <translation>TP {tp} 不能整除专家宽度 {width}。</translation>
    </message>
    <message>
      <source>TP {tp} does not divide the feed-forward width {width}; most engines refuse this.</source>
      <translation>TP {tp} 不能整除前馈宽度 {width}；多数引擎会拒绝。</translation>
    </message>
    <message>
      <source>TP {tp} does not divide {heads} heads; most engines refuse this.</source>
      <translation>TP {tp} 不能整除 {heads} 个头；多数引擎会拒绝。</translation>
    </message>
    <message>
      <source>TP {tp} keeps {copies} copies of each of {heads} KV heads: {each:,} bytes per token and GPU as at TP {heads}, {kv:.2f} GiB on each GPU.</source>
      <translation>TP {tp} 为 {heads} 个 KV 头各保存 {copies} 份副本：每 token 每 GPU {each:,} 字节，与 TP {heads} 相同，每个 GPU {kv:.2f} GiB。</translation>
    </message>
    <message>
      <source>Take a smaller n_ubatch: prefill slows down.</source>
      <translation>减小 n_ubatch：预填充会变慢。</translation>
    </message>
    <message>
      <source>Take several chunks.</source>
      <translation>分成多块。</translation>
    </message>
    <message>
      <source>Take the nearest multiple of their product.</source>
      <translation>取其乘积的最近倍数。</translation>
    </message>
    <message>
      <source>Take the nearest multiple.</source>
      <translation>取最近的倍数。</translation>
    </message>
    <message>
      <source>Take the pessimistic times, or measure and correct the profile in its row.</source>
      <translation>采用悲观时间，或实测并改正其行中的配置。</translation>
    </message>
    <message>
      <source>Take the total that torch reports, which is less than the label.</source>
      <translation>采用 torch 报告的总量，它少于标称值。</translation>
    </message>
    <message>
      <source>The GPU this scenario names is not in the workbook.</source>
      <translation>此方案所用的 GPU 不在工作簿中。</translation>
    </message>
    <message>
      <source>The base is stored in {format}, and {name} has no rate for it: it is widened for each product, which saves memory and no time.</source>
      <translation>底座以 {format} 存储，而 {name} 没有相应速率：每次矩阵乘都要展开，省显存不省时间。</translation>
    </message>
    <message>
      <source>The cards of {host} are unequal: this plan takes each as {name}, the smallest.</source>
      <translation>{host} 的各卡不同：此方案一律按最小的 {name} 计。</translation>
    </message>
    <message>
      <source>The compute buffer is linear in the step: {buffer:.2f} GiB for {rows:,} tokens, {usual:.2f} GiB for {step:,}.</source>
      <translation>计算缓冲区与每步 token 数成正比：{rows:,} 个 token 占 {buffer:.2f} GiB，{step:,} 个占 {usual:.2f} GiB。</translation>
    </message>
    <message>
      <source>The context {context:,} exceeds the {longest:,} positions that {name} has a table for: it is not said to fit.</source>
      <translation>上下文 {context:,} 超过 {name} 位置表的 {longest:,} 个位置：不作“放得下”的结论。</translation>
    </message>
    <message>
      <source>The context {context:,} exceeds the {longest:,} that {name} was made for.</source>
      <translation>上下文 {context:,} 超过 {name} 设计的 {longest:,}。</translation>
    </message>
    <message>
      <source>The draft model this scenario names is not in the workbook.</source>
      <translation>此方案所用的草稿模型不在工作簿中。</translation>
    </message>
    <message>
      <source>The engine this scenario names is not in the workbook.</source>
      <translation>此方案所用的引擎不在工作簿中。</translation>
    </message>
    <message>
      <source>The expression of {title} divides by zero.</source>
      <translation>“{title}”的表达式除以零。</translation>
    </message>
    <message>
      <source>The expression of {title} gives too large a number.</source>
      <translation>“{title}”的表达式得出的数过大。</translation>
    </message>
    <message>
      <source>The file compares with a scenario that is not in it; nothing is compared.</source>
      <translation>文件所比较的方案不在文件中；现不作比较。</translation>
    </message>
    <message>
      <source>The file was of version {version}; saving writes version {current}.</source>
      <translation>文件版本为 {version}；保存时写为版本 {current}。</translation>
    </message>
    <message>
      <source>The global batch {whole:,} is no multiple of micro-batch {micro:,} times DP {dp:,}: the last pass of a step is not full. The nearest is {nearest:,}.</source>
      <translation>全局批 {whole:,} 不是微批 {micro:,} × DP {dp:,} 的倍数：一步的最后一遍不满。最近的是 {nearest:,}。</translation>
    </message>
    <message>
      <source>The kernels chosen for MXFP4 experts decide what stays for the KV cache: {room:.2f} GiB with Triton, whose weights are {weights:.2f} GiB, and {without:.2f} GiB with kernels that keep the scales once, {more:.2f} GiB less.</source>
      <translation>为 MXFP4 专家选的内核决定留给 KV 缓存的空间：Triton 为 {room:.2f} GiB（权重 {weights:.2f} GiB），缩放只存一份的内核为 {without:.2f} GiB，相差 {more:.2f} GiB。</translation>
    </message>
    <message>
      <source>The latent cache is on every rank: TP does not divide it. {kv:.2f} GiB on each of {tp} GPUs at a context of {context:,}, {all:.2f} GiB over all.</source>
      <translation>潜在缓存在每个 rank 上：TP 不切分它。上下文 {context:,} 时 {tp} 个 GPU 各 {kv:.2f} GiB，合计 {all:.2f} GiB。</translation>
    </message>
    <message>
      <source>The layers with a window take {share:.0%} of the KV cache, {small:.2f} of {kv:.2f} GiB: their cells are those of {batch} windows and a step of {rows:,} tokens.</source>
      <translation>窗口层占 KV 缓存的 {share:.0%}（{kv:.2f} GiB 中的 {small:.2f}）：其单元为 {batch} 个窗口加一步 {rows:,} 个 token。</translation>
    </message>
    <message>
      <source>The link of {name} joins {joined} cards, and TP is {tp}: sums between the others take a slower way than this plan counts with.</source>
      <translation>{name} 的链路连接 {joined} 张卡，而 TP 为 {tp}：其余卡之间求和走的路比此方案所计更慢。</translation>
    </message>
    <message>
      <source>The model this scenario names is not in the workbook.</source>
      <translation>此方案所用的模型不在工作簿中。</translation>
    </message>
    <message>
      <source>The model {model} was left out: it has {count} layer groups, and up to {most} are planned.</source>
      <translation>模型 {model} 未打开：它有 {count} 个层组，最多可规划 {most} 个。</translation>
    </message>
    <message>
      <source>The model {model} was left out: with its {count} layer groups the workbook would have more than {most}.</source>
      <translation>模型 {model} 未打开：加上它的 {count} 个层组，工作簿将超过 {most} 个。</translation>
    </message>
    <message>
      <source>The optimizer of “{recipe}” does not step on shares of a matrix: {why}. This plan divides its states; a program must gather each matrix for the step, or keep them whole.</source>
      <translation>“{recipe}”的优化器不能在矩阵的分片上更新：{why}。此方案切分了它的状态；程序必须在更新时聚集每个矩阵，或完整保存。</translation>
    </message>
    <message>
      <source>The peak of a step is here: {moment}. {needed:.2f} GiB per GPU are needed then.</source>
      <translation>一步的峰值在：{moment}。此时每 GPU 需要 {needed:.2f} GiB。</translation>
    </message>
    <message>
      <source>The positions of {group} name {stated} layers, and it has {count}.</source>
      <translation>{group} 的位置写明 {stated} 层，而它有 {count} 层。</translation>
    </message>
    <message>
      <source>The prompt {prompt:,} exceeds the context {context:,}: it is not said to fit.</source>
      <translation>提示 {prompt:,} 超过上下文 {context:,}：不作“放得下”的结论。</translation>
    </message>
    <message>
      <source>The sequence {sequence:,} exceeds the {longest:,} positions that {name} has a table for: no verdict.</source>
      <translation>序列 {sequence:,} 超过 {name} 位置表的 {longest:,} 个位置：无结论。</translation>
    </message>
    <message>
      <source>The sequence {sequence:,} exceeds the {longest:,} that {name} was made for.</source>
      <translation>序列 {sequence:,} 超过 {name} 设计的 {longest:,}。</translation>
    </message>
    <message>
      <source>The shared prefix {prefix:,} exceeds the prompt {prompt:,}: only a prompt's tokens can be shared, so that {prompt:,} are counted.</source>
      <translation>共享前缀 {prefix:,} 超过提示 {prompt:,}：只有提示的 token 可共享，因此按 {prompt:,} 计。</translation>
    </message>
    <message>
      <source>The {count} figures of {name} are known on {platforms}, and {card} is of {vendor}: no verdict.</source>
      <translation>{name} 的 {count} 个数值适用于 {platforms}，而 {card} 是 {vendor} 的：无结论。</translation>
    </message>
    <message>
      <source>There is room for {requests:.2f} requests of {context:,} tokens at a time, though the {tokens:,} tokens that the engine prints are {quotient:.2f} times that: a window or a state does not grow with them.</source>
      <translation>空间同时容纳 {requests:.2f} 个 {context:,} token 的请求，而引擎打印的 {tokens:,} 个 token 是它的 {quotient:.2f} 倍：窗口或状态不随请求增长。</translation>
    </message>
    <message>
      <source>This device has no bf16 rate: compute in fp16.</source>
      <translation>此设备没有 bf16 速率：请用 fp16 计算。</translation>
    </message>
    <message>
      <source>This load needs {needed:.2f} GiB, {weights:.2f} GiB of them weights. {name} reserves {allowed:.2f} GiB whatever the load, {fraction:.2f} of {usable:.2f} GiB, and with what lies beside it nvidia-smi shows {reserved:.2f} GiB: the rest is room for the KV cache, {kv_budget:.2f} GiB.</source>
      <translation>此负载需要 {needed:.2f} GiB，其中权重 {weights:.2f} GiB。{name} 不论负载都保留 {allowed:.2f} GiB，即 {usable:.2f} GiB 的 {fraction:.2f}，连同其外的部分 nvidia-smi 显示 {reserved:.2f} GiB：其余是 KV 缓存空间，{kv_budget:.2f} GiB。</translation>
    </message>
    <message>
      <source>This loss cuts the vocabulary by TP, and TP is 1: nothing is cut.</source>
      <translation>此损失按 TP 切分词表，而 TP 为 1：没有切分。</translation>
    </message>
    <message>
      <source>This plan has {gpus} GPUs, and {host} has {every} cards.</source>
      <translation>此方案有 {gpus} 个 GPU，而 {host} 有 {every} 张卡。</translation>
    </message>
    <message>
      <source>Tight: only {free:.2f} GiB of {usable:.2f} GiB {whose} stay free; overheads may take {more:.2f} GiB more than typical. {decides}</source>
      <translation>紧张：{whose} {usable:.2f} GiB 只剩 {free:.2f} GiB；开销可能比典型值多 {more:.2f} GiB。{decides}</translation>
    </message>
    <message>
      <source>Times under {name} are not verified: no published times were held against its profile.</source>
      <translation>{name} 下的时间未验证：其配置没有与公开发布的时间核对。</translation>
    </message>
    <message>
      <source>Turn flash attention on (-fa, OLLAMA_FLASH_ATTENTION=1).</source>
      <translation>开启 flash attention（-fa、OLLAMA_FLASH_ATTENTION=1）。</translation>
    </message>
    <message>
      <source>Usable memory is more than the nominal memory of {name}.</source>
      <translation>可用显存大于 {name} 的标称显存。</translation>
    </message>
    <message>
      <source>Virtual stages interleave a pipeline, and PP is 1.</source>
      <translation>虚拟流水段用于交错流水线，而 PP 为 1。</translation>
    </message>
    <message>
      <source>Warning</source>
      <translation>警告</translation>
    </message>
    <message>
      <source>With Marlin kernels this engine keeps the scales of MXFP4 experts a second time, in fp32: {more:.2f} GiB of the weights' {weights:.2f} GiB; {room:.2f} GiB stay for the KV cache, and {without:.2f} GiB with kernels that keep them once.</source>
      <translation>使用 Marlin 内核时，此引擎以 fp32 再存一份 MXFP4 专家的缩放：权重 {weights:.2f} GiB 中的 {more:.2f} GiB；留给 KV 缓存 {room:.2f} GiB，只存一份的内核则为 {without:.2f} GiB。</translation>
    </message>
    <message>
      <source>Without flash attention the compute buffer holds the scores of {rows:,} tokens with the whole cache: {buffer:.2f} GiB; with it the buffer takes {flash:.2f} GiB.</source>
      <translation>没有 flash attention 时，计算缓冲区保存 {rows:,} 个 token 对整个缓存的分数：{buffer:.2f} GiB；有则占 {flash:.2f} GiB。</translation>
    </message>
    <message>
      <source>Write a number in one of these cells.</source>
      <translation>请在其中一个单元格写数字。</translation>
    </message>
    <message>
      <source>Write a number, or correct the expression.</source>
      <translation>请写数字，或改正表达式。</translation>
    </message>
    <message>
      <source>Write one of these names.</source>
      <translation>请写其中一个名称。</translation>
    </message>
    <message>
      <source>Write the number itself: only a name that one cell has can be used.</source>
      <translation>请直接写数字：只能使用仅有一个单元格拥有的名称。</translation>
    </message>
    <message>
      <source>ZeRO {zero} shares states among data-parallel ranks, and there is one: nothing is divided.</source>
      <translation>ZeRO {zero} 在数据并行 rank 之间切分状态，而只有一个：没有切分。</translation>
    </message>
    <message>
      <source>ZeRO {zero} shares what is trained, the adapters; the frozen base of {base:.2f} GiB stands whole on every rank.</source>
      <translation>ZeRO {zero} 切分被训练的适配器；冻结的底座 {base:.2f} GiB 在每个 rank 上完整保存。</translation>
    </message>
    <message>
      <source>allowed by the engine</source>
      <translation>引擎允许</translation>
    </message>
    <message>
      <source>it orthogonalises whole matrices (Liu et al. 2025, arXiv:2502.16982)</source>
      <translation>它对整个矩阵做正交化（Liu et al. 2025, arXiv:2502.16982）</translation>
    </message>
    <message>
      <source>its variances are means over whole rows and columns (Shazeer &amp; Stern 2018, section 3)</source>
      <translation>它的方差是整行和整列的均值（Shazeer &amp; Stern 2018，第 3 节）</translation>
    </message>
    <message>
      <source>llama.cpp with -sm row divides weights only: the whole KV cache stays on the main GPU; this plan counts {kv:.2f} GiB on each of {tp}: it is not said to fit.</source>
      <translation>llama.cpp 用 -sm row 只切分权重：整个 KV 缓存留在主 GPU 上；此方案在 {tp} 个上各计 {kv:.2f} GiB：不作“放得下”的结论。</translation>
    </message>
    <message>
      <source>llama.cpp with -sm row divides weights only: the whole KV cache, {whole:.2f} GiB, stays on the main GPU; this plan counts {kv:.2f} GiB on each of {tp}: it is not said to fit.</source>
      <translation>llama.cpp 用 -sm row 只切分权重：整个 KV 缓存 {whole:.2f} GiB 留在主 GPU 上；此方案在 {tp} 个上各计 {kv:.2f} GiB：不作“放得下”的结论。</translation>
    </message>
    <message>
      <source>usable</source>
      <translation>可用</translation>
    </message>
    <message>
      <source>{active} experts are active, and there are only {experts}.</source>
      <translation>激活 {active} 个专家，而只有 {experts} 个。</translation>
    </message>
    <message>
      <source>{batch} slots of {context:,} tokens are one cache of {cells:,}: {kv:.2f} GiB, where one slot takes {one:.2f} GiB.</source>
      <translation>{batch} 个 {context:,} token 的槽位合为 {cells:,} 的一个缓存：{kv:.2f} GiB，一个槽位只需 {one:.2f} GiB。</translation>
    </message>
    <message>
      <source>{blocks} gate blocks do not divide {inner} channels.</source>
      <translation>{blocks} 个门控块不能整除 {inner} 个通道。</translation>
    </message>
    <message>
      <source>{cell} has no part in this plan: TP is 1.</source>
      <translation>{cell} 在此计划中不起作用：TP 为 1。</translation>
    </message>
    <message>
      <source>{cell} has no part in this plan: ZeRO 0 shares no states.</source>
      <translation>{cell} 在此方案中不起作用：ZeRO 0 不切分状态。</translation>
    </message>
    <message>
      <source>{cell} has no part in this plan: it counts for “every n layers” only.</source>
      <translation>{cell} 在此方案中不起作用：只用于“每 n 层”。</translation>
    </message>
    <message>
      <source>{cell} has no part in this plan: no adapters are served.</source>
      <translation>{cell} 在此计划中不起作用：没有提供适配器。</translation>
    </message>
    <message>
      <source>{cell} has no part in this plan: sequences are full.</source>
      <translation>{cell} 在此方案中不起作用：序列是满的。</translation>
    </message>
    <message>
      <source>{cell} has no part in this plan: the loss has no chunks.</source>
      <translation>{cell} 在此方案中不起作用：损失不分块。</translation>
    </message>
    <message>
      <source>{cell} has no part in this plan: the recipe decides the formats.</source>
      <translation>{cell} 在此计划中不起作用：格式由配方决定。</translation>
    </message>
    <message>
      <source>{cell} has no part in this plan: the recipe has no adapters.</source>
      <translation>{cell} 在此方案中不起作用：配方没有适配器。</translation>
    </message>
    <message>
      <source>{cell} has no part in this plan: the tokens of the run are blank.</source>
      <translation>{cell} 在此方案中不起作用：整次训练的 token 数为空。</translation>
    </message>
    <message>
      <source>{cell} has no part in this plan: there is one pipeline stage.</source>
      <translation>{cell} 在此计划中不起作用：只有一个流水段。</translation>
    </message>
    <message>
      <source>{cell} has no part in this plan: training does not read it.</source>
      <translation>{cell} 在此计划中不起作用：训练不读取它。</translation>
    </message>
    <message>
      <source>{cell} is of serving: it has no part in a training plan.</source>
      <translation>{cell} 属于推理：在训练方案中不起作用。</translation>
    </message>
    <message>
      <source>{count} keys of the config cannot change the count and were ignored.</source>
      <translation>配置中有 {count} 个键不影响计数，已忽略。</translation>
    </message>
    <message>
      <source>{count} observations are of scenarios that are not in this workbook.</source>
      <translation>有 {count} 条观测属于此工作簿中没有的方案。</translation>
    </message>
    <message>
      <source>{draft} cannot hold this load: it is not said to fit.</source>
      <translation>{draft} 承载不了此负载：不作“放得下”的结论。</translation>
    </message>
    <message>
      <source>{draft} has a vocabulary of {other:,} and {name} one of {own:,}: few engines draft across these.</source>
      <translation>{draft} 的词表为 {other:,}，{name} 的为 {own:,}：很少有引擎能跨词表起草。</translation>
    </message>
    <message>
      <source>{each:.2f} GiB of states for each GPU stand in the memory of its host, and nothing says how much that has.</source>
      <translation>每个 GPU 有 {each:.2f} GiB 状态放在其主机内存中，而主机内存大小未填写。</translation>
    </message>
    <message>
      <source>{host} has {own} of {name}, and this plan has {gpus} GPUs: it takes in smaller cards, and a plan counts with equal ones. {smallest} is the smallest. It is not said to fit.</source>
      <translation>{host} 有 {own} 个 {name}，而此方案有 {gpus} 个 GPU：会用到较小的卡，而方案按相同的卡计。{smallest} 最小。不作“放得下”的结论。</translation>
    </message>
    <message>
      <source>{kv_heads} KV heads do not divide {heads} heads.</source>
      <translation>{kv_heads} 个 KV 头不能整除 {heads} 个头。</translation>
    </message>
    <message>
      <source>{micro_batches} micro-batches are no multiple of the {pp} pipeline stages, and interleaving needs whole rounds: it is not said to fit.</source>
      <translation>{micro_batches} 个微批不是 {pp} 个流水段的倍数，而交错需要整轮：不作“放得下”的结论。</translation>
    </message>
    <message>
      <source>{name} asks for {allowed:.2f} GiB when it starts, and {free:.2f} GiB were free: it would not start.</source>
      <translation>{name} 启动时要求 {allowed:.2f} GiB，而空闲 {free:.2f} GiB：它启动不了。</translation>
    </message>
    <message>
      <source>{name} has no layers, so that plans with it get no verdict.</source>
      <translation>{name} 没有层，因此用它的方案得不出结论。</translation>
    </message>
    <message>
      <source>{name} is not verified: it differs from the figures that the cases were held against in {figures}.</source>
      <translation>{name} 未验证：它与实例所核对的数值在 {figures} 上不同。</translation>
    </message>
    <message>
      <source>{name} is not verified: it is a row of your own, and no case was held against its figures.</source>
      <translation>{name} 未验证：它是自建的行，其数值没有实例核对。</translation>
    </message>
    <message>
      <source>{name} is not verified: its {count} figures were not held against what it prints on cards.</source>
      <translation>{name} 未验证：其 {count} 个数值没有与显卡上的输出核对。</translation>
    </message>
    <message>
      <source>{name} runs at most {most:,} sequences at a time and this plan has {batch:,}: the others wait, and the time of a step is that of all of them.</source>
      <translation>{name} 最多同时运行 {most:,} 个序列，而此方案有 {batch:,} 个：其余等待，一步的时间按全部计。</translation>
    </message>
    <message>
      <source>{name} stops while it starts: its fraction {fraction:.4f} is less than {without:.4f}, what weights of {weights:.2f} GiB and all else inside it take before any KV cache; this load needs {least:.4f}.</source>
      <translation>{name} 启动时停止：其比例 {fraction:.4f} 小于 {without:.4f}，即权重 {weights:.2f} GiB 及其中其他部分在任何 KV 缓存之前所占；此负载需要 {least:.4f}。</translation>
    </message>
    <message>
      <source>{name} takes {fraction:.2f} of what is free after loading, not of the card: {allowed:.2f} GiB for the KV cache, {reserved:.2f} GiB reserved; this load needs {needed:.2f} GiB.</source>
      <translation>{name} 取加载后空闲量（而非整卡）的 {fraction:.2f}：KV 缓存 {allowed:.2f} GiB，保留 {reserved:.2f} GiB；此负载需要 {needed:.2f} GiB。</translation>
    </message>
    <message>
      <source>{parts} virtual stages on each of {pp} stages are more parts than the {layers} layers: no verdict.</source>
      <translation>{pp} 个流水段各 {parts} 个虚拟段，多于 {layers} 层：无结论。</translation>
    </message>
    <message>
      <source>{ranks:,} ranks share the tokens of a sequence, and {sequence:,} is no multiple of that: the fullest rank is counted.</source>
      <translation>{ranks:,} 个 rank 分担一个序列的 token，而 {sequence:,} 不是其倍数：按最满的 rank 计。</translation>
    </message>
    <message>
      <source>{share:.0%} of the tokens that a step computes are padding and count for nothing.</source>
      <translation>一步计算的 token 中有 {share:.0%} 是填充，不计数。</translation>
    </message>
    <message>
      <source>{share:.0%} of what is needed are activations: adapters shrink the states, hardly the activations.</source>
      <translation>所需中有 {share:.0%} 是激活：适配器缩小状态，几乎不缩小激活。</translation>
    </message>
    <message>
      <source>{shared} ranks that share the states do not divide the {ranks} of DP times CP: it is not said to fit.</source>
      <translation>切分状态的 {shared} 个 rank 不能整除 DP × CP 的 {ranks} 个：不作“放得下”的结论。</translation>
    </message>
    <message>
      <source>{stacks}: vision and audio stacks are not counted.</source>
      <translation>{stacks}：视觉和音频塔未计入。</translation>
    </message>
    <message>
      <source>{stated} This plan counts the weights in {format}.</source>
      <translation>{stated}此方案按 {format} 计权重。</translation>
    </message>
    <message>
      <source>{title} ({ours}, not {theirs})</source>
      <translation>{title}（{ours}，而不是 {theirs}）</translation>
    </message>
    <message>
      <source>{title} depends on itself: {chain}.</source>
      <translation>“{title}”依赖自身：{chain}。</translation>
    </message>
    <message>
      <source>{title} lies on the wrong side of its typical figure.</source>
      <translation>“{title}”与典型值的大小关系不对。</translation>
    </message>
    <message>
      <source>{title} needs {name}, which has no value.</source>
      <translation>“{title}”需要 {name}，而它没有值。</translation>
    </message>
    <message>
      <source>{title} refers to {name}, and no number has that name there; there are: {names}.</source>
      <translation>“{title}”引用 {name}，那里没有此名称的数字；可用：{names}。</translation>
    </message>
    <message>
      <source>{title} refers to {name}, and that row is gone.</source>
      <translation>“{title}”引用 {name}，而该行已不存在。</translation>
    </message>
    <message>
      <source>{title} refers to {name}, and {count} cells have that name.</source>
      <translation>“{title}”引用 {name}，而有 {count} 个单元格叫此名称。</translation>
    </message>
    <message>
      <source>{title} takes a whole number; the expression gives {value}.</source>
      <translation>“{title}”接受整数；表达式得出 {value}。</translation>
    </message>
    <message>
      <source>{title} takes {described}; the expression gives {value}.</source>
      <translation>“{title}”接受{described}；表达式得出 {value}。</translation>
    </message>
    <message>
      <source>{title}: {reason}.</source>
      <translation>“{title}”：{reason}。</translation>
    </message>
    <message>
      <source>{whole:.2f} GiB of states stand in the memory of a host with {cards:,} of {name}, and that has {room:.2f} GiB.</source>
      <translation>{whole:.2f} GiB 状态放在一台有 {cards:,} 个 {name} 的主机内存中，而它只有 {room:.2f} GiB。</translation>
    </message>
  </context>
  <context>
    <name>glossary</name>
    <message>
      <source>1,073,741,824 bytes (2 to the power of 30)</source>
      <translation>1,073,741,824 字节（2 的 30 次方）</translation>
    </message>
    <message>
      <source>Activations</source>
      <translation>激活</translation>
    </message>
    <message>
      <source>Baseline</source>
      <translation>基线</translation>
    </message>
    <message>
      <source>Batch</source>
      <translation>批大小</translation>
    </message>
    <message>
      <source>CP</source>
      <translation>CP</translation>
    </message>
    <message>
      <source>Context</source>
      <translation>上下文</translation>
    </message>
    <message>
      <source>DP</source>
      <translation>DP</translation>
    </message>
    <message>
      <source>Decode</source>
      <translation>解码</translation>
    </message>
    <message>
      <source>EP</source>
      <translation>EP</translation>
    </message>
    <message>
      <source>Estimate</source>
      <translation>估算</translation>
    </message>
    <message>
      <source>FLOPs per byte that a kernel moves: few mean that it waits for memory, many for arithmetic</source>
      <translation>内核每搬运一个字节所做的 FLOP：少则等待显存，多则等待算力</translation>
    </message>
    <message>
      <source>Finding</source>
      <translation>检查结果</translation>
    </message>
    <message>
      <source>Fits, Tight (the band of the overheads reaches past the card), Does not fit, or Unknown</source>
      <translation>放得下、紧张（开销区间的上端超出显卡）、放不下，或未知</translation>
    </message>
    <message>
      <source>Floor</source>
      <translation>下限</translation>
    </message>
    <message>
      <source>GiB</source>
      <translation>GiB</translation>
    </message>
    <message>
      <source>Group</source>
      <translation>分组</translation>
    </message>
    <message>
      <source>Heads</source>
      <translation>注意力头</translation>
    </message>
    <message>
      <source>Intensity</source>
      <translation>强度</translation>
    </message>
    <message>
      <source>KV cache</source>
      <translation>KV 缓存</translation>
    </message>
    <message>
      <source>KV heads</source>
      <translation>KV 头</translation>
    </message>
    <message>
      <source>Ledger</source>
      <translation>明细账</translation>
    </message>
    <message>
      <source>LoRA</source>
      <translation>LoRA</translation>
    </message>
    <message>
      <source>MFU</source>
      <translation>MFU</translation>
    </message>
    <message>
      <source>Overhead</source>
      <translation>开销</translation>
    </message>
    <message>
      <source>PP</source>
      <translation>PP</translation>
    </message>
    <message>
      <source>Parameters</source>
      <translation>参数量</translation>
    </message>
    <message>
      <source>Prefill</source>
      <translation>预填充</translation>
    </message>
    <message>
      <source>Prompt</source>
      <translation>提示</translation>
    </message>
    <message>
      <source>Ridge point</source>
      <translation>脊点</translation>
    </message>
    <message>
      <source>Roofline</source>
      <translation>屋顶线</translation>
    </message>
    <message>
      <source>Scenario</source>
      <translation>方案</translation>
    </message>
    <message>
      <source>TP</source>
      <translation>TP</translation>
    </message>
    <message>
      <source>Usable</source>
      <translation>可用</translation>
    </message>
    <message>
      <source>Verdict</source>
      <translation>结论</translation>
    </message>
    <message>
      <source>Vocabulary</source>
      <translation>词表</translation>
    </message>
    <message>
      <source>Weights</source>
      <translation>权重</translation>
    </message>
    <message>
      <source>Words</source>
      <translation>术语</translation>
    </message>
    <message>
      <source>ZeRO</source>
      <translation>ZeRO</translation>
    </message>
    <message>
      <source>a name under which scenarios stand together in table and chart</source>
      <translation>使方案在表格和图表中排在一起的名称</translation>
    </message>
    <message>
      <source>a pair of narrow matrices beside a frozen matrix</source>
      <translation>冻结矩阵旁的一对窄矩阵</translation>
    </message>
    <message>
      <source>a sentence about values that do not go together, with its place and often a remedy</source>
      <translation>一句话指出互不相容的值、其位置，通常还有解决办法</translation>
    </message>
    <message>
      <source>a time computed from constants of the card and of the engine</source>
      <translation>由显卡和引擎的常数计算出的时间</translation>
    </message>
    <message>
      <source>context-parallel degree: ranks that share the tokens of a sequence</source>
      <translation>上下文并行度：分担一个序列 token 的 rank 数</translation>
    </message>
    <message>
      <source>d_model</source>
      <translation>d_model</translation>
    </message>
    <message>
      <source>data-parallel degree: copies of the model that share the batch</source>
      <translation>数据并行度：分担批次的模型副本数</translation>
    </message>
    <message>
      <source>device context, runtime, captured graphs and communicators: a band, not a point</source>
      <translation>设备上下文、运行时、捕获的 CUDA graph 和通信器：是区间而不是定值</translation>
    </message>
    <message>
      <source>every amount of a scenario as a line, with its formula and its numbers</source>
      <translation>方案的每个量各占一行，带有公式和代入数值</translation>
    </message>
    <message>
      <source>exact count of learned numbers: all of them, or those that one token uses (active)</source>
      <translation>可学习数值的精确个数：全部，或一个 token 用到的（激活参数）</translation>
    </message>
    <message>
      <source>expert-parallel degree: ranks that whole experts are spread over</source>
      <translation>专家并行度：整个专家分布到的 rank 数</translation>
    </message>
    <message>
      <source>key and value heads: as many as heads, or fewer where several query heads share one</source>
      <translation>键和值的头数：与注意力头相同，或在多个查询头共用时更少</translation>
    </message>
    <message>
      <source>number of token ids that the tables of a model hold</source>
      <translation>模型词表所含的 token id 数</translation>
    </message>
    <message>
      <source>one row that asks: this model, this accelerator, this load</source>
      <translation>一行就是一个问题：这个模型、这个加速器、这个负载</translation>
    </message>
    <message>
      <source>pipeline-parallel degree: parts that the layers are cut into, in order</source>
      <translation>流水线并行度：按顺序把层切成几段</translation>
    </message>
    <message>
      <source>query heads of an attention layer</source>
      <translation>注意力层的查询头</translation>
    </message>
    <message>
      <source>reading the prompt at once</source>
      <translation>一次读入整个提示</translation>
    </message>
    <message>
      <source>sequences that are held at the same time</source>
      <translation>同时保有的序列数</translation>
    </message>
    <message>
      <source>share of the peak rate that the model's own operations reach</source>
      <translation>模型自身运算达到峰值速率的比例</translation>
    </message>
    <message>
      <source>states of training divided among the data-parallel ranks</source>
      <translation>训练状态在数据并行 rank 之间切分</translation>
    </message>
    <message>
      <source>tensor-parallel degree: accelerators that share every layer</source>
      <translation>张量并行度：共同分担每一层的加速器数</translation>
    </message>
    <message>
      <source>the intensity at which bandwidth and peak of a card allow the same; left of it memory limits</source>
      <translation>显卡的带宽和峰值所允许的速率相同时的强度：其左侧受限于显存</translation>
    </message>
    <message>
      <source>the keys and values of all tokens of all sequences, kept so that they are computed once</source>
      <translation>所有序列所有 token 的键和值，保存下来以免重复计算</translation>
    </message>
    <message>
      <source>the learned numbers of a model, in the format in which they are kept</source>
      <translation>模型学到的数值，按其保存格式</translation>
    </message>
    <message>
      <source>the most FLOP/s that a card allows at each intensity: bandwidth times intensity, up to its peak</source>
      <translation>显卡在各强度下允许的最大 FLOP/s：带宽乘以强度，直到峰值</translation>
    </message>
    <message>
      <source>the scenario that the others are compared with</source>
      <translation>其他方案与之比较的方案</translation>
    </message>
    <message>
      <source>the time that no program can beat: bytes read over bandwidth, or operations over the peak</source>
      <translation>任何程序都无法突破的时间：读取字节数除以带宽，或运算量除以峰值</translation>
    </message>
    <message>
      <source>tokens in a sequence whose keys and values are kept</source>
      <translation>一个序列中保留键和值的 token 数</translation>
    </message>
    <message>
      <source>tokens read before the first answer</source>
      <translation>第一个回答之前读入的 token</translation>
    </message>
    <message>
      <source>what a step holds between its operators; in training also what the backward pass needs</source>
      <translation>一步计算中算子之间的数据；训练时还包括反向传播所需的数据</translation>
    </message>
    <message>
      <source>what of a card's memory software can have; less than the label says</source>
      <translation>软件可以使用的显存；少于标称值</translation>
    </message>
    <message>
      <source>width of the residual stream</source>
      <translation>残差流的宽度</translation>
    </message>
    <message>
      <source>writing one token per step</source>
      <translation>每步写出一个 token</translation>
    </message>
  </context>
  <context>
    <name>handover</name>
    <message>
      <source>Copy chart</source>
      <translation>复制图表</translation>
    </message>
    <message>
      <source>Drawing {title} …</source>
      <translation>正在绘制 {title} …</translation>
    </message>
    <message>
      <source>PNG picture (*.png);;SVG drawing (*.svg)</source>
      <translation>PNG 图片 (*.png);;SVG 图形 (*.svg)</translation>
    </message>
    <message>
      <source>Save chart as picture…</source>
      <translation>将图表存为图片…</translation>
    </message>
    <message>
      <source>Save picture</source>
      <translation>保存图片</translation>
    </message>
  </context>
  <context>
    <name>hints</name>
    <message>
      <source>Ctrl+Shift+E adds an engine from the presets.</source>
      <translation>按 Ctrl+Shift+E 从预设添加引擎。</translation>
    </message>
    <message>
      <source>Ctrl+Shift+G adds a GPU from the presets, Ctrl+Shift+T those of this computer.</source>
      <translation>按 Ctrl+Shift+G 从预设添加 GPU，按 Ctrl+Shift+T 添加本机的 GPU。</translation>
    </message>
    <message>
      <source>Ctrl+Shift+M adds a model from the presets, Ctrl+Shift+I one from a config.json.</source>
      <translation>按 Ctrl+Shift+M 从预设添加模型，按 Ctrl+Shift+I 从 config.json 添加。</translation>
    </message>
    <message>
      <source>Ctrl+Shift+N adds a scenario; its cells of model and GPU offer the presets.</source>
      <translation>按 Ctrl+Shift+N 添加方案；其模型和 GPU 单元格可选用预设。</translation>
    </message>
  </context>
  <context>
    <name>importing</name>
    <message>
      <source>Becomes</source>
      <translation>成为</translation>
    </message>
    <message>
      <source>Choose a config.json or the folder of a model, or paste the text of a config.</source>
      <translation>请选择 config.json 或模型的文件夹，或粘贴配置的文本。</translation>
    </message>
    <message>
      <source>Choose the config.json of the model, or paste its text.</source>
      <translation>请选择模型的 config.json，或粘贴其文本。</translation>
    </message>
    <message>
      <source>Field</source>
      <translation>字段</translation>
    </message>
    <message>
      <source>Ignored, cannot change the count: {count}</source>
      <translation>已忽略，不影响计数：{count}</translation>
    </message>
    <message>
      <source>Key</source>
      <translation>键</translation>
    </message>
    <message>
      <source>Not read, nothing is added</source>
      <translation>未读取，没有添加任何内容</translation>
    </message>
    <message>
      <source>Not stated, by default: {count}</source>
      <translation>未写明，取默认值：{count}</translation>
    </message>
    <message>
      <source>Read: {count}</source>
      <translation>已读取：{count}</translation>
    </message>
    <message>
      <source>Reason</source>
      <translation>原因</translation>
    </message>
    <message>
      <source>There is none in {folder}.</source>
      <translation>{folder} 中没有。</translation>
    </message>
    <message>
      <source>Unverified: no published count has proven these kinds of part: {kinds}.</source>
      <translation>未经验证：尚无已公布的参数量证实过这些种类的部件：{kinds}。</translation>
    </message>
    <message>
      <source>Value</source>
      <translation>值</translation>
    </message>
    <message>
      <source>What to do</source>
      <translation>怎么办</translation>
    </message>
    <message>
      <source>What was read from the config</source>
      <translation>从配置读到的内容</translation>
    </message>
    <message>
      <source>Why</source>
      <translation>原因</translation>
    </message>
    <message>
      <source>as models of this family do without it</source>
      <translation>按该系列模型未写明时的取值</translation>
    </message>
    <message>
      <source>as the classes have it</source>
      <translation>按各类的规定</translation>
    </message>
    <message>
      <source>default of the class</source>
      <translation>该类的默认值</translation>
    </message>
  </context>
  <context>
    <name>inputs</name>
    <message>
      <source>Bytes of a token in the draft model's KV cache</source>
      <translation>草稿模型 KV 缓存中每个 token 的字节数</translation>
    </message>
    <message>
      <source>Decode step of the draft model</source>
      <translation>草稿模型的 decode 步</translation>
    </message>
    <message>
      <source>Elements of a block of {what} in the recipe</source>
      <translation>配方中 {what} 每块的元素数</translation>
    </message>
    <message>
      <source>KV cache of the draft model</source>
      <translation>草稿模型的 KV 缓存</translation>
    </message>
    <message>
      <source>Layers of this stage: {group}</source>
      <translation>此流水段的层：{group}</translation>
    </message>
    <message>
      <source>Number of this rank in the cut of its experts, from 0</source>
      <translation>此 rank 在专家切分中的编号，从 0 起</translation>
    </message>
    <message>
      <source>Number of this rank in {degree}, from 0</source>
      <translation>此 rank 在 {degree} 中的编号，从 0 起</translation>
    </message>
    <message>
      <source>Number of this stage</source>
      <translation>此流水段的编号</translation>
    </message>
    <message>
      <source>Weights of the draft model</source>
      <translation>草稿模型的权重</translation>
    </message>
    <message>
      <source>What tensors below 10 MiB leave in torch's blocks</source>
      <translation>小于 10 MiB 的张量在 torch 内存块中留下的部分</translation>
    </message>
    <message>
      <source>no engine</source>
      <translation>无引擎</translation>
    </message>
    <message>
      <source>the states of Adafactor for weights that are no single matrix</source>
      <translation>Adafactor 对非单个矩阵的权重的状态</translation>
    </message>
    <message>
      <source>what layers of {model}'s family keep</source>
      <translation>{model} 所属系列的层所保留的量</translation>
    </message>
    <message>
      <source>what the final norm keeps for the backward pass</source>
      <translation>末层归一化为反向传播保留的量</translation>
    </message>
    <message>
      <source>what the norms of {group} keep for the backward pass</source>
      <translation>{group} 的归一化为反向传播保留的量</translation>
    </message>
    <message>
      <source>what this loss keeps</source>
      <translation>此损失所保留的量</translation>
    </message>
    <message>
      <source>what {part} of {group} keeps for the backward pass</source>
      <translation>{group} 的 {part} 为反向传播保留的量</translation>
    </message>
    <message>
      <source>{title} in {format}</source>
      <translation>{format} 中的 {title}</translation>
    </message>
    <message>
      <source>{title} of {row}</source>
      <translation>{row} 的 {title}</translation>
    </message>
    <message>
      <source>{what} in the recipe</source>
      <translation>配方中的 {what}</translation>
    </message>
  </context>
  <context>
    <name>ledger</name>
    <message>
      <source>A step by PaLM's rule</source>
      <translation>一步（PaLM 规则）</translation>
    </message>
    <message>
      <source>A step by the rule of thumb</source>
      <translation>一步（经验法则）</translation>
    </message>
    <message>
      <source>Absorbed latent expansion</source>
      <translation>已吸收的潜在展开</translation>
    </message>
    <message>
      <source>Activation</source>
      <translation>激活函数</translation>
    </message>
    <message>
      <source>Activation and product</source>
      <translation>激活函数与乘积</translation>
    </message>
    <message>
      <source>Activation and weighted sum</source>
      <translation>激活函数与加权和</translation>
    </message>
    <message>
      <source>Activation's slopes</source>
      <translation>激活函数的斜率</translation>
    </message>
    <message>
      <source>Activations</source>
      <translation>激活</translation>
    </message>
    <message>
      <source>Activations, high end of the band</source>
      <translation>激活，区间上端</translation>
    </message>
    <message>
      <source>Activations, less the place of gradients that come later</source>
      <translation>激活，减去之后才有的梯度所占位置</translation>
    </message>
    <message>
      <source>Activations, low end of the band</source>
      <translation>激活，区间下端</translation>
    </message>
    <message>
      <source>Active parameters</source>
      <translation>激活参数</translation>
    </message>
    <message>
      <source>Active parameters, at most</source>
      <translation>激活参数，最多</translation>
    </message>
    <message>
      <source>Active parameters, on average</source>
      <translation>激活参数，平均</translation>
    </message>
    <message>
      <source>Adam moments of what is no matrix of a layer</source>
      <translation>层矩阵以外部分的 Adam 动量</translation>
    </message>
    <message>
      <source>Adapters</source>
      <translation>适配器</translation>
    </message>
    <message>
      <source>After the backward pass: all gradients, and no activations</source>
      <translation>反向传播之后：全部梯度，没有激活</translation>
    </message>
    <message>
      <source>All-reduces</source>
      <translation>All-reduce</translation>
    </message>
    <message>
      <source>Allowed to the KV cache</source>
      <translation>KV 缓存可用</translation>
    </message>
    <message>
      <source>Allowed to the engine</source>
      <translation>引擎可用</translation>
    </message>
    <message>
      <source>Amount</source>
      <translation>项目</translation>
    </message>
    <message>
      <source>At the end of the backward pass: one layer and all gradients but its own</source>
      <translation>反向传播末尾：一层和除其自身以外的全部梯度</translation>
    </message>
    <message>
      <source>At the loss: all that is kept, logits and loss</source>
      <translation>计算损失时：全部保留内容、logits 和损失</translation>
    </message>
    <message>
      <source>Attention</source>
      <translation>注意力</translation>
    </message>
    <message>
      <source>Attention of one forward pass within documents</source>
      <translation>一次前向在文档之内的注意力</translation>
    </message>
    <message>
      <source>Attention scores</source>
      <translation>注意力分数</translation>
    </message>
    <message>
      <source>Attention scores and values</source>
      <translation>注意力分数与值</translation>
    </message>
    <message>
      <source>Attention to the cached prefix</source>
      <translation>对已缓存前缀的注意力</translation>
    </message>
    <message>
      <source>Backward</source>
      <translation>反向</translation>
    </message>
    <message>
      <source>Base and scale of the mixing</source>
      <translation>混合的基准与缩放</translation>
    </message>
    <message>
      <source>Base and scale of the mixing before the head</source>
      <translation>head 之前混合的基准与缩放</translation>
    </message>
    <message>
      <source>Baseline: {amount}</source>
      <translation>基线：{amount}</translation>
    </message>
    <message>
      <source>Before and after the blocks</source>
      <translation>块之前和之后</translation>
    </message>
    <message>
      <source>Before the backward pass: all that is kept</source>
      <translation>反向传播之前：全部保留内容</translation>
    </message>
    <message>
      <source>Beside attention</source>
      <translation>注意力旁的混合层</translation>
    </message>
    <message>
      <source>Between GPUs</source>
      <translation>GPU 之间</translation>
    </message>
    <message>
      <source>Between pipeline stages</source>
      <translation>流水段之间</translation>
    </message>
    <message>
      <source>Between the matrices of the adapters</source>
      <translation>适配器两个矩阵之间</translation>
    </message>
    <message>
      <source>Beyond the activations: gathered layers, buckets, the optimizer's step</source>
      <translation>激活之外：聚集的层、桶、优化器步骤</translation>
    </message>
    <message>
      <source>Both pools</source>
      <translation>两个资源池合计</translation>
    </message>
    <message>
      <source>Branch norm</source>
      <translation>分支归一化</translation>
    </message>
    <message>
      <source>Branch norms</source>
      <translation>分支归一化</translation>
    </message>
    <message>
      <source>Buckets of the collectives</source>
      <translation>集合通信的桶</translation>
    </message>
    <message>
      <source>By how much the line is more than the baseline's; the exact numbers are in the tooltip.</source>
      <translation>该行比基线多多少；精确数值见工具提示。</translation>
    </message>
    <message>
      <source>Bytes moved</source>
      <translation>搬运字节数</translation>
    </message>
    <message>
      <source>Bytes of a token in the pool</source>
      <translation>池中每 token 字节数</translation>
    </message>
    <message>
      <source>Bytes of a token, the draft model's with them</source>
      <translation>每 token 字节数，含草稿模型</translation>
    </message>
    <message>
      <source>Bytes read</source>
      <translation>读取字节数</translation>
    </message>
    <message>
      <source>Bytes sent</source>
      <translation>发送的字节</translation>
    </message>
    <message>
      <source>CUDA graphs</source>
      <translation>CUDA graph</translation>
    </message>
    <message>
      <source>Cache of a prompt over the link</source>
      <translation>经链路传送一个提示的缓存</translation>
    </message>
    <message>
      <source>Cells of the cache</source>
      <translation>缓存单元</translation>
    </message>
    <message>
      <source>Cells of the windows</source>
      <translation>窗口单元</translation>
    </message>
    <message>
      <source>Channels per rank</source>
      <translation>每 rank 通道数</translation>
    </message>
    <message>
      <source>Coefficients of prediction and correction</source>
      <translation>预测与校正系数</translation>
    </message>
    <message>
      <source>Communicator</source>
      <translation>通信器</translation>
    </message>
    <message>
      <source>Compressed entries</source>
      <translation>压缩条目</translation>
    </message>
    <message>
      <source>Compression</source>
      <translation>压缩</translation>
    </message>
    <message>
      <source>Compute term</source>
      <translation>计算项</translation>
    </message>
    <message>
      <source>Computed again for one layer</source>
      <translation>为一层重算</translation>
    </message>
    <message>
      <source>Computed again in the backward pass</source>
      <translation>反向传播中重算</translation>
    </message>
    <message>
      <source>Convolution</source>
      <translation>卷积</translation>
    </message>
    <message>
      <source>Convolution bias</source>
      <translation>卷积偏置</translation>
    </message>
    <message>
      <source>Convolution state</source>
      <translation>卷积状态</translation>
    </message>
    <message>
      <source>Cost of a million output tokens, highest</source>
      <translation>每百万输出 token 费用，最高</translation>
    </message>
    <message>
      <source>Cost of a million output tokens, lowest</source>
      <translation>每百万输出 token 费用，最低</translation>
    </message>
    <message>
      <source>Cost of the run</source>
      <translation>训练费用</translation>
    </message>
    <message>
      <source>Cost of the run at the highest price found for this GPU</source>
      <translation>训练费用（按此 GPU 的最高价）</translation>
    </message>
    <message>
      <source>Cost of the run at the lowest price found for this GPU</source>
      <translation>训练费用（按此 GPU 的最低价）</translation>
    </message>
    <message>
      <source>Days of the run</source>
      <translation>训练天数</translation>
    </message>
    <message>
      <source>Decay rates</source>
      <translation>衰减率</translation>
    </message>
    <message>
      <source>Decode pool</source>
      <translation>解码池</translation>
    </message>
    <message>
      <source>Decode step</source>
      <translation>解码步</translation>
    </message>
    <message>
      <source>Decode step at the mean context</source>
      <translation>平均上下文下的解码步</translation>
    </message>
    <message>
      <source>Decode step by class of operator</source>
      <translation>解码步，按算子类别</translation>
    </message>
    <message>
      <source>Decode step, low</source>
      <translation>解码步，低</translation>
    </message>
    <message>
      <source>Decode step, pessimistic</source>
      <translation>解码步，悲观</translation>
    </message>
    <message>
      <source>Decoder layers</source>
      <translation>解码层</translation>
    </message>
    <message>
      <source>Device context</source>
      <translation>设备上下文</translation>
    </message>
    <message>
      <source>Difference</source>
      <translation>差值</translation>
    </message>
    <message>
      <source>Documents of a micro-batch</source>
      <translation>一个微批的文档数</translation>
    </message>
    <message>
      <source>Down bias</source>
      <translation>降维偏置</translation>
    </message>
    <message>
      <source>Down matrix</source>
      <translation>降维矩阵</translation>
    </message>
    <message>
      <source>Draft model</source>
      <translation>草稿模型</translation>
    </message>
    <message>
      <source>Drafting by the prediction layers (not in the decode step)</source>
      <translation>预测层起草（不在解码步中）</translation>
    </message>
    <message>
      <source>Dropped inputs and masks of the adapters</source>
      <translation>适配器丢弃后的输入和掩码</translation>
    </message>
    <message>
      <source>Efficiency of an all-reduce</source>
      <translation>all-reduce 效率</translation>
    </message>
    <message>
      <source>Embedding norm</source>
      <translation>嵌入归一化</translation>
    </message>
    <message>
      <source>Energy of an output token</source>
      <translation>每输出 token 能耗</translation>
    </message>
    <message>
      <source>Energy of the run</source>
      <translation>训练能耗</translation>
    </message>
    <message>
      <source>Energy of the run at the board's power limit</source>
      <translation>训练能耗（按板卡功率上限）</translation>
    </message>
    <message>
      <source>Engine</source>
      <translation>引擎</translation>
    </message>
    <message>
      <source>Entry gate</source>
      <translation>条目门控</translation>
    </message>
    <message>
      <source>Entry norm</source>
      <translation>条目归一化</translation>
    </message>
    <message>
      <source>Entry projection</source>
      <translation>条目投影</translation>
    </message>
    <message>
      <source>Entry projection and gate</source>
      <translation>条目投影与门控</translation>
    </message>
    <message>
      <source>Expert biases</source>
      <translation>专家偏置</translation>
    </message>
    <message>
      <source>Expert biases in fp32</source>
      <translation>fp32 专家偏置</translation>
    </message>
    <message>
      <source>Expert width per rank</source>
      <translation>每 rank 专家宽度</translation>
    </message>
    <message>
      <source>Experts</source>
      <translation>专家数</translation>
    </message>
    <message>
      <source>Experts per rank</source>
      <translation>每 rank 专家数</translation>
    </message>
    <message>
      <source>FLOPs</source>
      <translation>FLOP</translation>
    </message>
    <message>
      <source>FLOPs of a decode step</source>
      <translation>解码步 FLOP</translation>
    </message>
    <message>
      <source>FLOPs of a training step</source>
      <translation>训练一步 FLOP</translation>
    </message>
    <message>
      <source>FLOPs of one rank</source>
      <translation>单 rank FLOP</translation>
    </message>
    <message>
      <source>FLOPs of the run</source>
      <translation>整次训练 FLOP</translation>
    </message>
    <message>
      <source>FLOPs of the run by the rule of thumb</source>
      <translation>整次训练 FLOP（经验法则）</translation>
    </message>
    <message>
      <source>FLOPs over their peak</source>
      <translation>FLOP 除以其峰值</translation>
    </message>
    <message>
      <source>FLOPs that the hardware computes in a step</source>
      <translation>一步硬件实际计算的 FLOP</translation>
    </message>
    <message>
      <source>Feed-forward</source>
      <translation>前馈</translation>
    </message>
    <message>
      <source>Feed-forward width per rank</source>
      <translation>每 rank 前馈宽度</translation>
    </message>
    <message>
      <source>Filled rows and columns</source>
      <translation>补齐的行和列</translation>
    </message>
    <message>
      <source>Final norm</source>
      <translation>末层归一化</translation>
    </message>
    <message>
      <source>First moments</source>
      <translation>一阶动量</translation>
    </message>
    <message>
      <source>Fixed times in a decode step</source>
      <translation>解码步的固定时间</translation>
    </message>
    <message>
      <source>Fixed times in a prefill</source>
      <translation>预填充的固定时间</translation>
    </message>
    <message>
      <source>Floor of a decode step</source>
      <translation>解码步下限</translation>
    </message>
    <message>
      <source>Floor of a prefill</source>
      <translation>预填充下限</translation>
    </message>
    <message>
      <source>Forget gate, down</source>
      <translation>遗忘门，降维</translation>
    </message>
    <message>
      <source>Forget gate, up</source>
      <translation>遗忘门，升维</translation>
    </message>
    <message>
      <source>Formula</source>
      <translation>公式</translation>
    </message>
    <message>
      <source>Forward</source>
      <translation>前进</translation>
    </message>
    <message>
      <source>Free</source>
      <translation>剩余</translation>
    </message>
    <message>
      <source>Free memory when it was read</source>
      <translation>读取时的空闲显存</translation>
    </message>
    <message>
      <source>Free on the card</source>
      <translation>卡上空闲</translation>
    </message>
    <message>
      <source>Free within what is allowed</source>
      <translation>允许范围内的空闲</translation>
    </message>
    <message>
      <source>Further copies of the inputs</source>
      <translation>输入的其他副本</translation>
    </message>
    <message>
      <source>GPU hours</source>
      <translation>GPU 小时</translation>
    </message>
    <message>
      <source>GPUs</source>
      <translation>GPU</translation>
    </message>
    <message>
      <source>GPUs that serve</source>
      <translation>服务用 GPU</translation>
    </message>
    <message>
      <source>Gaps between kernels</source>
      <translation>内核间隙</translation>
    </message>
    <message>
      <source>Gate and product</source>
      <translation>门控与乘积</translation>
    </message>
    <message>
      <source>Gate and up matrices</source>
      <translation>门控和升维矩阵</translation>
    </message>
    <message>
      <source>Gate bias</source>
      <translation>门控偏置</translation>
    </message>
    <message>
      <source>Gate biases</source>
      <translation>各门偏置</translation>
    </message>
    <message>
      <source>Gate matrix</source>
      <translation>门控矩阵</translation>
    </message>
    <message>
      <source>Gated norm</source>
      <translation>门控归一化</translation>
    </message>
    <message>
      <source>Gates, up</source>
      <translation>各门，升维</translation>
    </message>
    <message>
      <source>Gathered weights</source>
      <translation>聚集的权重</translation>
    </message>
    <message>
      <source>Gathered weights: all of them</source>
      <translation>聚集的权重：全部</translation>
    </message>
    <message>
      <source>Gathered weights: two layers and the tables</source>
      <translation>聚集的权重：两层和词表</translation>
    </message>
    <message>
      <source>Gathered weights: what DeepSpeed lets live at once</source>
      <translation>聚集的权重：DeepSpeed 允许同时存活的量</translation>
    </message>
    <message>
      <source>Global batch</source>
      <translation>全局批大小</translation>
    </message>
    <message>
      <source>Gradient of a matrix, before it is added</source>
      <translation>累加之前一个矩阵的梯度</translation>
    </message>
    <message>
      <source>Gradient of the LM head, whole</source>
      <translation>LM head 的完整梯度</translation>
    </message>
    <message>
      <source>Gradients</source>
      <translation>梯度</translation>
    </message>
    <message>
      <source>Gradients of a layer's weights, before they are shared</source>
      <translation>切分之前一层权重的梯度</translation>
    </message>
    <message>
      <source>Gradients of the activations of a layer</source>
      <translation>一层激活的梯度</translation>
    </message>
    <message>
      <source>Gradients of the inputs of frozen layers, held by hooks</source>
      <translation>由钩子保留的冻结层输入梯度</translation>
    </message>
    <message>
      <source>Gradients of the tables, before they are shared</source>
      <translation>切分之前词表的梯度</translation>
    </message>
    <message>
      <source>Gradients that do not exist before the first backward pass of a step</source>
      <translation>一步首次反向之前尚不存在的梯度</translation>
    </message>
    <message>
      <source>Grouped output in 16 bits</source>
      <translation>16 位分组输出</translation>
    </message>
    <message>
      <source>Groups of sequences under way in the pipeline</source>
      <translation>流水线中进行的序列组数</translation>
    </message>
    <message>
      <source>HFU, all that is executed</source>
      <translation>HFU，按实际执行的全部</translation>
    </message>
    <message>
      <source>Heads per rank</source>
      <translation>每 rank 头数</translation>
    </message>
    <message>
      <source>Held once for all sequences</source>
      <translation>所有序列只存一份</translation>
    </message>
    <message>
      <source>Host</source>
      <translation>主机</translation>
    </message>
    <message>
      <source>In the backward pass of a layer, the last one that was computed</source>
      <translation>某层的反向传播中（最后计算的一层）</translation>
    </message>
    <message>
      <source>In the backward pass of the first layer that is computed again</source>
      <translation>首个重算层的反向传播中</translation>
    </message>
    <message>
      <source>In the last layers computed again at once: all gradients but theirs</source>
      <translation>一次重算的最后几层中：除它们以外的全部梯度</translation>
    </message>
    <message>
      <source>In the optimizer's step</source>
      <translation>优化器步骤中</translation>
    </message>
    <message>
      <source>Index gate</source>
      <translation>索引门控</translation>
    </message>
    <message>
      <source>Index head weights</source>
      <translation>索引头权重</translation>
    </message>
    <message>
      <source>Index key</source>
      <translation>索引键</translation>
    </message>
    <message>
      <source>Index key and head weights</source>
      <translation>索引键和头权重</translation>
    </message>
    <message>
      <source>Index key norm</source>
      <translation>索引键归一化</translation>
    </message>
    <message>
      <source>Index key, gate and head weights</source>
      <translation>索引键、门控和头权重</translation>
    </message>
    <message>
      <source>Index keys</source>
      <translation>索引键</translation>
    </message>
    <message>
      <source>Index queries</source>
      <translation>索引查询</translation>
    </message>
    <message>
      <source>Index queries and key</source>
      <translation>索引查询和键</translation>
    </message>
    <message>
      <source>Index query and key norm</source>
      <translation>索引查询和键归一化</translation>
    </message>
    <message>
      <source>Index scores</source>
      <translation>索引分数</translation>
    </message>
    <message>
      <source>Inner norm</source>
      <translation>内部归一化</translation>
    </message>
    <message>
      <source>Inner norms</source>
      <translation>内部归一化</translation>
    </message>
    <message>
      <source>Input and gate projection</source>
      <translation>输入和门控投影</translation>
    </message>
    <message>
      <source>Input and recurrence gate</source>
      <translation>输入门和循环门</translation>
    </message>
    <message>
      <source>Input bias</source>
      <translation>输入偏置</translation>
    </message>
    <message>
      <source>Input of attention</source>
      <translation>注意力的输入</translation>
    </message>
    <message>
      <source>Input of router and experts</source>
      <translation>路由和专家的输入</translation>
    </message>
    <message>
      <source>Input of the LM head</source>
      <translation>LM head 的输入</translation>
    </message>
    <message>
      <source>Input of the down matrix</source>
      <translation>降维矩阵的输入</translation>
    </message>
    <message>
      <source>Input of the feed-forward network</source>
      <translation>前馈网络的输入</translation>
    </message>
    <message>
      <source>Input projection</source>
      <translation>输入投影</translation>
    </message>
    <message>
      <source>Inside the experts</source>
      <translation>专家内部</translation>
    </message>
    <message>
      <source>Inside the feed-forward network</source>
      <translation>前馈网络内部</translation>
    </message>
    <message>
      <source>KV bias</source>
      <translation>KV 偏置</translation>
    </message>
    <message>
      <source>KV cache</source>
      <translation>KV 缓存</translation>
    </message>
    <message>
      <source>KV cache of one more request</source>
      <translation>再加一个请求的 KV 缓存</translation>
    </message>
    <message>
      <source>KV cache per token</source>
      <translation>每 token KV 缓存</translation>
    </message>
    <message>
      <source>KV cache per token, windows not yet full</source>
      <translation>每 token KV 缓存，窗口未满时</translation>
    </message>
    <message>
      <source>KV cache that does not grow with the context</source>
      <translation>不随上下文增长的 KV 缓存</translation>
    </message>
    <message>
      <source>KV cache that one more token takes</source>
      <translation>再加一个 token 占用的 KV 缓存</translation>
    </message>
    <message>
      <source>KV down-projection</source>
      <translation>KV 降维投影</translation>
    </message>
    <message>
      <source>KV heads per rank (replicated when tp exceeds them)</source>
      <translation>每 rank KV 头数（tp 超过时复制）</translation>
    </message>
    <message>
      <source>KV norm</source>
      <translation>KV 归一化</translation>
    </message>
    <message>
      <source>Kept by all micro-batches under way</source>
      <translation>所有进行中的微批所保留</translation>
    </message>
    <message>
      <source>Kept of logits and loss</source>
      <translation>logits 和损失所保留</translation>
    </message>
    <message>
      <source>Kept outside the layers</source>
      <translation>层外保留</translation>
    </message>
    <message>
      <source>Kept until the backward pass, per micro-batch</source>
      <translation>每个微批保留到反向传播</translation>
    </message>
    <message>
      <source>Kernel backend of the experts</source>
      <translation>专家的内核后端</translation>
    </message>
    <message>
      <source>Kernels that only move memory</source>
      <translation>只搬运数据的内核</translation>
    </message>
    <message>
      <source>Key and value expansion</source>
      <translation>键和值展开</translation>
    </message>
    <message>
      <source>Key and value norm</source>
      <translation>键和值归一化</translation>
    </message>
    <message>
      <source>Key and value projection</source>
      <translation>键和值投影</translation>
    </message>
    <message>
      <source>Key bias</source>
      <translation>键偏置</translation>
    </message>
    <message>
      <source>Key heads per rank</source>
      <translation>每 rank 键头数</translation>
    </message>
    <message>
      <source>Key norm</source>
      <translation>键归一化</translation>
    </message>
    <message>
      <source>Key projection</source>
      <translation>键投影</translation>
    </message>
    <message>
      <source>Key, value projection of the other input</source>
      <translation>另一输入的键、值投影</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>键</translation>
    </message>
    <message>
      <source>Keys and values that travel between context-parallel ranks</source>
      <translation>在上下文并行 rank 之间传送的键和值</translation>
    </message>
    <message>
      <source>Keys of an earlier layer</source>
      <translation>前面某层的键</translation>
    </message>
    <message>
      <source>Keys of every head</source>
      <translation>每个头的键</translation>
    </message>
    <message>
      <source>LM head</source>
      <translation>LM head</translation>
    </message>
    <message>
      <source>LM head bias</source>
      <translation>LM head 偏置</translation>
    </message>
    <message>
      <source>Labels and the weight of the loss</source>
      <translation>标签与损失权重</translation>
    </message>
    <message>
      <source>Largest layer</source>
      <translation>最大的层</translation>
    </message>
    <message>
      <source>Largest matrix of a layer</source>
      <translation>一层中最大的矩阵</translation>
    </message>
    <message>
      <source>Largest matrix of the base, dequantised</source>
      <translation>底座最大的矩阵，反量化后</translation>
    </message>
    <message>
      <source>Latency of an all-reduce</source>
      <translation>all-reduce 延迟</translation>
    </message>
    <message>
      <source>Latent keys and values (a copy on every rank)</source>
      <translation>潜在键和值（每个 rank 一份）</translation>
    </message>
    <message>
      <source>Latent projections</source>
      <translation>潜在投影</translation>
    </message>
    <message>
      <source>Layer gates</source>
      <translation>层门控</translation>
    </message>
    <message>
      <source>Layers computed again at once, less their own gradients</source>
      <translation>一次重算的层，减去它们自己的梯度</translation>
    </message>
    <message>
      <source>Layers of a group</source>
      <translation>一组的层数</translation>
    </message>
    <message>
      <source>Layers of the commonest kind</source>
      <translation>最多一种的层数</translation>
    </message>
    <message>
      <source>Layers of the model</source>
      <translation>模型的层</translation>
    </message>
    <message>
      <source>Layers of the rarest kind</source>
      <translation>最少一种的层数</translation>
    </message>
    <message>
      <source>Layers of this family</source>
      <translation>此族的层数</translation>
    </message>
    <message>
      <source>Layers of this kind, in whole groups</source>
      <translation>此种的层数，按整组</translation>
    </message>
    <message>
      <source>Layers on this rank</source>
      <translation>此 rank 上的层数</translation>
    </message>
    <message>
      <source>Layers that share a kind of cache</source>
      <translation>共用一种缓存的层数</translation>
    </message>
    <message>
      <source>Least memory fraction</source>
      <translation>最低显存比例</translation>
    </message>
    <message>
      <source>Left in blocks of smaller tensors</source>
      <translation>较小张量所在内存块的剩余部分</translation>
    </message>
    <message>
      <source>LoRA adapters</source>
      <translation>LoRA 适配器</translation>
    </message>
    <message>
      <source>Logarithms of the softmax's sums</source>
      <translation>softmax 和的对数</translation>
    </message>
    <message>
      <source>Logits</source>
      <translation>Logits</translation>
    </message>
    <message>
      <source>Logits and loss, forward pass</source>
      <translation>logits 与损失，前向</translation>
    </message>
    <message>
      <source>Logits and loss, highest point</source>
      <translation>logits 与损失，最高点</translation>
    </message>
    <message>
      <source>Logits, and rows of d_model</source>
      <translation>logits 与 d_model 行</translation>
    </message>
    <message>
      <source>Longest gap between tokens</source>
      <translation>token 之间的最长间隔</translation>
    </message>
    <message>
      <source>Low-rank path</source>
      <translation>低秩通路</translation>
    </message>
    <message>
      <source>MBU of a decode step</source>
      <translation>解码步 MBU</translation>
    </message>
    <message>
      <source>MBU of a prefill</source>
      <translation>预填充 MBU</translation>
    </message>
    <message>
      <source>MFU by PaLM's rule</source>
      <translation>MFU（PaLM 规则）</translation>
    </message>
    <message>
      <source>MFU by the rule of thumb</source>
      <translation>MFU（经验法则）</translation>
    </message>
    <message>
      <source>MFU of a decode step</source>
      <translation>解码步 MFU</translation>
    </message>
    <message>
      <source>MFU of a prefill</source>
      <translation>预填充 MFU</translation>
    </message>
    <message>
      <source>MFU, exact sum of causal pairs</source>
      <translation>MFU（因果对精确求和）</translation>
    </message>
    <message>
      <source>Mask</source>
      <translation>掩码</translation>
    </message>
    <message>
      <source>Mask in fp32, until it is cast</source>
      <translation>fp32 掩码，转换之前</translation>
    </message>
    <message>
      <source>Mask of the documents, made anew in each layer</source>
      <translation>文档掩码，每层重新生成</translation>
    </message>
    <message>
      <source>Mask of the dropout after attention</source>
      <translation>注意力后 dropout 的掩码</translation>
    </message>
    <message>
      <source>Mask of the dropout after the feed-forward network</source>
      <translation>前馈网络后 dropout 的掩码</translation>
    </message>
    <message>
      <source>Mask of the window, and repeated keys and values</source>
      <translation>窗口掩码，以及重复展开的键和值</translation>
    </message>
    <message>
      <source>Mask that all layers share</source>
      <translation>各层共用的掩码</translation>
    </message>
    <message>
      <source>Mask that is handed to checkpointed layers</source>
      <translation>传给重计算层的掩码</translation>
    </message>
    <message>
      <source>Master weights</source>
      <translation>主权重</translation>
    </message>
    <message>
      <source>Matrices after the layers</source>
      <translation>各层之后的矩阵</translation>
    </message>
    <message>
      <source>Matrices before the layers</source>
      <translation>各层之前的矩阵</translation>
    </message>
    <message>
      <source>Matrices of experts</source>
      <translation>专家矩阵</translation>
    </message>
    <message>
      <source>Matrices of the layers</source>
      <translation>各层的矩阵</translation>
    </message>
    <message>
      <source>Matrix products</source>
      <translation>矩阵乘</translation>
    </message>
    <message>
      <source>Mean of the streams</source>
      <translation>各流的均值</translation>
    </message>
    <message>
      <source>Mean squares of the gradients</source>
      <translation>梯度的均方</translation>
    </message>
    <message>
      <source>Mean tokens of a sequence</source>
      <translation>一个序列的平均 token 数</translation>
    </message>
    <message>
      <source>Mean tokens of a sequence on one context-parallel rank</source>
      <translation>单个上下文并行 rank 上一个序列的平均 token 数</translation>
    </message>
    <message>
      <source>Memory term</source>
      <translation>访存项</translation>
    </message>
    <message>
      <source>Micro-batches of a step on one replica</source>
      <translation>一个副本一步的微批数</translation>
    </message>
    <message>
      <source>Micro-batches under way on this stage</source>
      <translation>此段进行中的微批数</translation>
    </message>
    <message>
      <source>Model FLOPs of a step</source>
      <translation>一步的模型 FLOP</translation>
    </message>
    <message>
      <source>Momentum</source>
      <translation>动量</translation>
    </message>
    <message>
      <source>Most bytes per token and layer</source>
      <translation>每 token 每层最多字节数</translation>
    </message>
    <message>
      <source>Most over a target</source>
      <translation>超出目标最多的比例</translation>
    </message>
    <message>
      <source>Narrowest rotation</source>
      <translation>最窄的旋转</translation>
    </message>
    <message>
      <source>Needed per GPU</source>
      <translation>每 GPU 需要</translation>
    </message>
    <message>
      <source>Needed, high end of the band</source>
      <translation>需要，区间上端</translation>
    </message>
    <message>
      <source>Needed, low end of the band</source>
      <translation>需要，区间下端</translation>
    </message>
    <message>
      <source>Newton-Schulz of the largest matrix</source>
      <translation>最大矩阵的 Newton-Schulz 迭代</translation>
    </message>
    <message>
      <source>Norm</source>
      <translation>归一化</translation>
    </message>
    <message>
      <source>Norm after the per-layer input</source>
      <translation>逐层输入之后的归一化</translation>
    </message>
    <message>
      <source>Norm bias</source>
      <translation>归一化偏置</translation>
    </message>
    <message>
      <source>Norm scale</source>
      <translation>归一化缩放</translation>
    </message>
    <message>
      <source>Norms</source>
      <translation>归一化</translation>
    </message>
    <message>
      <source>Norms before and after</source>
      <translation>前后归一化</translation>
    </message>
    <message>
      <source>Norms inside the residual adds</source>
      <translation>并入残差相加的归一化</translation>
    </message>
    <message>
      <source>Norms of stream router and low-rank path</source>
      <translation>流路由与低秩通路的归一化</translation>
    </message>
    <message>
      <source>Not known of the baseline.</source>
      <translation>基线的这一数值未知。</translation>
    </message>
    <message>
      <source>Not used by one token</source>
      <translation>一个 token 不使用</translation>
    </message>
    <message>
      <source>Not used by one token, on average</source>
      <translation>一个 token 不使用，平均</translation>
    </message>
    <message>
      <source>Numbers</source>
      <translation>代入数值</translation>
    </message>
    <message>
      <source>Of all layers of a group</source>
      <translation>一组全部层</translation>
    </message>
    <message>
      <source>Of attention scores</source>
      <translation>注意力分数部分</translation>
    </message>
    <message>
      <source>Of one layer</source>
      <translation>其中一层</translation>
    </message>
    <message>
      <source>Of the forward pass, for pairs that the mask hides</source>
      <translation>前向中被掩码遮住的对</translation>
    </message>
    <message>
      <source>Of these in experts</source>
      <translation>其中在专家中</translation>
    </message>
    <message>
      <source>Of these in matrices of the layers</source>
      <translation>其中在各层矩阵中</translation>
    </message>
    <message>
      <source>Of this, while layers compute backwards</source>
      <translation>其中在各层反向计算期间</translation>
    </message>
    <message>
      <source>On the host, per GPU</source>
      <translation>每 GPU 在主机上</translation>
    </message>
    <message>
      <source>One block on one rank</source>
      <translation>单 rank 一个块</translation>
    </message>
    <message>
      <source>One exchange</source>
      <translation>一次交换</translation>
    </message>
    <message>
      <source>One layer</source>
      <translation>一层</translation>
    </message>
    <message>
      <source>One layer, less its own gradients</source>
      <translation>一层，减去其自身的梯度</translation>
    </message>
    <message>
      <source>One request</source>
      <translation>一个请求</translation>
    </message>
    <message>
      <source>Optimizer states</source>
      <translation>优化器状态</translation>
    </message>
    <message>
      <source>Order of the rows, their weights, and where experts begin</source>
      <translation>行的顺序、权重与各专家起点</translation>
    </message>
    <message>
      <source>Output bias</source>
      <translation>输出偏置</translation>
    </message>
    <message>
      <source>Output down-projection</source>
      <translation>输出降维投影</translation>
    </message>
    <message>
      <source>Output gate</source>
      <translation>输出门控</translation>
    </message>
    <message>
      <source>Output gate, down</source>
      <translation>输出门，降维</translation>
    </message>
    <message>
      <source>Output gate, up</source>
      <translation>输出门，升维</translation>
    </message>
    <message>
      <source>Output norm</source>
      <translation>输出归一化</translation>
    </message>
    <message>
      <source>Output norm and gate</source>
      <translation>输出归一化与门控</translation>
    </message>
    <message>
      <source>Output projection</source>
      <translation>输出投影</translation>
    </message>
    <message>
      <source>Output tokens per second and GPU</source>
      <translation>每秒每 GPU 输出 token 数</translation>
    </message>
    <message>
      <source>Output tokens per second of one request</source>
      <translation>单个请求每秒输出 token 数</translation>
    </message>
    <message>
      <source>Output tokens per second, all requests</source>
      <translation>所有请求每秒输出 token 数</translation>
    </message>
    <message>
      <source>Outside the engine's budget</source>
      <translation>引擎预算之外</translation>
    </message>
    <message>
      <source>Outside the layers</source>
      <translation>层外</translation>
    </message>
    <message>
      <source>Overheads</source>
      <translation>开销</translation>
    </message>
    <message>
      <source>Own token table and head</source>
      <translation>自有词嵌入表和 head</translation>
    </message>
    <message>
      <source>PaLM's rule with frozen parameters: 4N + 12 L d s per token</source>
      <translation>带冻结参数的 PaLM 规则：每 token 4N + 12 L d s</translation>
    </message>
    <message>
      <source>PaLM's rule: 6N + 12 L d s per token</source>
      <translation>PaLM 规则：每 token 6N + 12 L d s</translation>
    </message>
    <message>
      <source>Parameters</source>
      <translation>参数量</translation>
    </message>
    <message>
      <source>Parameters of the adapters on this rank</source>
      <translation>此 rank 上适配器的参数</translation>
    </message>
    <message>
      <source>Parameters on this rank</source>
      <translation>此 rank 上的参数</translation>
    </message>
    <message>
      <source>Parameters trained on this rank</source>
      <translation>此 rank 上训练的参数</translation>
    </message>
    <message>
      <source>Parts of micro-batches under way on this stage</source>
      <translation>此段进行中的微批份数</translation>
    </message>
    <message>
      <source>Per token and layer</source>
      <translation>每 token 每层</translation>
    </message>
    <message>
      <source>Per-layer input gate</source>
      <translation>逐层输入门控</translation>
    </message>
    <message>
      <source>Per-layer input projection</source>
      <translation>逐层输入投影</translation>
    </message>
    <message>
      <source>Per-layer norm</source>
      <translation>逐层归一化</translation>
    </message>
    <message>
      <source>Per-layer projection of the embedding</source>
      <translation>嵌入的逐层投影</translation>
    </message>
    <message>
      <source>Per-layer table</source>
      <translation>逐层表</translation>
    </message>
    <message>
      <source>Percent</source>
      <translation>百分比</translation>
    </message>
    <message>
      <source>Pipeline bubble, share of the time without it</source>
      <translation>流水线气泡，相对无气泡时间的比例</translation>
    </message>
    <message>
      <source>Pipeline bubbles: share of the GPUs that wait</source>
      <translation>流水线气泡：等待的 GPU 比例</translation>
    </message>
    <message>
      <source>Position table</source>
      <translation>位置表</translation>
    </message>
    <message>
      <source>Positions</source>
      <translation>位置数</translation>
    </message>
    <message>
      <source>Positions in an entry</source>
      <translation>条目中的位置</translation>
    </message>
    <message>
      <source>Positions in an index</source>
      <translation>索引中的位置</translation>
    </message>
    <message>
      <source>Prediction layers</source>
      <translation>预测层</translation>
    </message>
    <message>
      <source>Prediction layers (not in the count)</source>
      <translation>预测层（不计数）</translation>
    </message>
    <message>
      <source>Prefill</source>
      <translation>预填充</translation>
    </message>
    <message>
      <source>Prefill FLOPs</source>
      <translation>预填充 FLOP</translation>
    </message>
    <message>
      <source>Prefill by class of operator</source>
      <translation>预填充，按算子类别</translation>
    </message>
    <message>
      <source>Prefill of one request</source>
      <translation>一个请求的预填充</translation>
    </message>
    <message>
      <source>Prefill of the prediction layers (not in the prefill)</source>
      <translation>预测层的预填充（不在预填充中）</translation>
    </message>
    <message>
      <source>Prefill pool</source>
      <translation>预填充池</translation>
    </message>
    <message>
      <source>Prefill, low</source>
      <translation>预填充，低</translation>
    </message>
    <message>
      <source>Prefill, pessimistic</source>
      <translation>预填充，悲观</translation>
    </message>
    <message>
      <source>Products with experts</source>
      <translation>与专家的矩阵乘</translation>
    </message>
    <message>
      <source>Projection before the head</source>
      <translation>head 之前的投影</translation>
    </message>
    <message>
      <source>Projection of the embedding</source>
      <translation>嵌入的投影</translation>
    </message>
    <message>
      <source>Projection of two rows to one</source>
      <translation>两行合一的投影</translation>
    </message>
    <message>
      <source>Queries and partial results of context ranks</source>
      <translation>上下文 rank 的查询和部分结果</translation>
    </message>
    <message>
      <source>Queries, keys, values and outputs</source>
      <translation>查询、键、值和输出</translation>
    </message>
    <message>
      <source>Query and key norm</source>
      <translation>查询和键归一化</translation>
    </message>
    <message>
      <source>Query bias</source>
      <translation>查询偏置</translation>
    </message>
    <message>
      <source>Query down-projection</source>
      <translation>查询降维投影</translation>
    </message>
    <message>
      <source>Query heads per rank</source>
      <translation>每 rank 查询头数</translation>
    </message>
    <message>
      <source>Query norm</source>
      <translation>查询归一化</translation>
    </message>
    <message>
      <source>Query projection</source>
      <translation>查询投影</translation>
    </message>
    <message>
      <source>Query width over the layers</source>
      <translation>各层查询宽度之和</translation>
    </message>
    <message>
      <source>Query, key, value projection</source>
      <translation>查询、键、值投影</translation>
    </message>
    <message>
      <source>Query, key, value projection and gate</source>
      <translation>查询、键、值投影与门控</translation>
    </message>
    <message>
      <source>Query, key, value projection and gates</source>
      <translation>查询、键、值投影与各门</translation>
    </message>
    <message>
      <source>Queue before the first token</source>
      <translation>首 token 之前的排队</translation>
    </message>
    <message>
      <source>Ranks that share an expert's states</source>
      <translation>切分一个专家状态的 rank 数</translation>
    </message>
    <message>
      <source>Ranks that share the states</source>
      <translation>切分状态的 rank 数</translation>
    </message>
    <message>
      <source>Recent keys and values (one vector, a copy on every rank)</source>
      <translation>最近的键和值（一个向量，每个 rank 一份）</translation>
    </message>
    <message>
      <source>Recurrence</source>
      <translation>循环</translation>
    </message>
    <message>
      <source>Recurrences</source>
      <translation>循环</translation>
    </message>
    <message>
      <source>Recurrent state</source>
      <translation>循环状态</translation>
    </message>
    <message>
      <source>Request, from sending to the last token</source>
      <translation>请求，从发出到最后一个 token</translation>
    </message>
    <message>
      <source>Requests of this context at a time</source>
      <translation>同时的此上下文请求数</translation>
    </message>
    <message>
      <source>Requests per second</source>
      <translation>每秒请求数</translation>
    </message>
    <message>
      <source>Requests that the stage with the fewest holds</source>
      <translation>容量最小的流水段容纳的请求数</translation>
    </message>
    <message>
      <source>Reserved per GPU</source>
      <translation>每 GPU 保留</translation>
    </message>
    <message>
      <source>Residual add</source>
      <translation>残差相加</translation>
    </message>
    <message>
      <source>Residual stream</source>
      <translation>残差流</translation>
    </message>
    <message>
      <source>Residual stream and normed input</source>
      <translation>残差流与归一化输入</translation>
    </message>
    <message>
      <source>Residual stream while it samples</source>
      <translation>采样时的残差流</translation>
    </message>
    <message>
      <source>Rest of the pages of the states</source>
      <translation>状态页的余量</translation>
    </message>
    <message>
      <source>Room for a step beside the windows</source>
      <translation>窗口之外一步的空间</translation>
    </message>
    <message>
      <source>Room for the KV cache</source>
      <translation>KV 缓存空间</translation>
    </message>
    <message>
      <source>Room for the KV cache, all at the high end</source>
      <translation>KV 缓存空间，各项取上端</translation>
    </message>
    <message>
      <source>Room for the KV cache, all at the low end</source>
      <translation>KV 缓存空间，各项取下端</translation>
    </message>
    <message>
      <source>Room for the KV cache, high end of the band</source>
      <translation>KV 缓存空间，区间上端</translation>
    </message>
    <message>
      <source>Room for the KV cache, low end of the band</source>
      <translation>KV 缓存空间，区间下端</translation>
    </message>
    <message>
      <source>Rotary position</source>
      <translation>旋转位置</translation>
    </message>
    <message>
      <source>Rotary table</source>
      <translation>旋转表</translation>
    </message>
    <message>
      <source>Rotary table: cosines and sines</source>
      <translation>旋转表：余弦和正弦</translation>
    </message>
    <message>
      <source>Rotation of the cache</source>
      <translation>缓存的旋转</translation>
    </message>
    <message>
      <source>Rounded; the exact value is in the tooltip and on the clipboard.</source>
      <translation>已取整；精确值见提示和剪贴板。</translation>
    </message>
    <message>
      <source>Rounding of large tensors</source>
      <translation>大张量取整</translation>
    </message>
    <message>
      <source>Router</source>
      <translation>路由</translation>
    </message>
    <message>
      <source>Router bias</source>
      <translation>路由偏置</translation>
    </message>
    <message>
      <source>Router scales</source>
      <translation>路由缩放</translation>
    </message>
    <message>
      <source>Router: scores, choices and their weights</source>
      <translation>路由：分数、选择及权重</translation>
    </message>
    <message>
      <source>Rows and columns</source>
      <translation>行和列</translation>
    </message>
    <message>
      <source>Rows and columns of experts</source>
      <translation>专家的行和列</translation>
    </message>
    <message>
      <source>Rows of the residual stream on one rank</source>
      <translation>单 rank 残差流的行数</translation>
    </message>
    <message>
      <source>Rows sorted by expert, and what the experts give</source>
      <translation>按专家排序的行，以及专家的输出</translation>
    </message>
    <message>
      <source>Rule of thumb: 2N per token</source>
      <translation>经验法则：每 token 2N</translation>
    </message>
    <message>
      <source>Rule of thumb: 4N per token, N the frozen parameters</source>
      <translation>经验法则：每 token 4N，N 为冻结参数</translation>
    </message>
    <message>
      <source>Rule of thumb: 6N per token</source>
      <translation>经验法则：每 token 6N</translation>
    </message>
    <message>
      <source>Runtime outside the allocator</source>
      <translation>分配器之外的运行时</translation>
    </message>
    <message>
      <source>Saved by the layers in one micro-batch</source>
      <translation>一个微批各层所保留</translation>
    </message>
    <message>
      <source>Scales as loaded, in fp32</source>
      <translation>按加载的缩放，fp32</translation>
    </message>
    <message>
      <source>Scales kept as loaded, and filled rows</source>
      <translation>保留的加载缩放和补齐的行</translation>
    </message>
    <message>
      <source>Scores in FlashAttention's backward pass</source>
      <translation>FlashAttention 反向传播中的分数</translation>
    </message>
    <message>
      <source>Second moments</source>
      <translation>二阶动量</translation>
    </message>
    <message>
      <source>Sequences decoded at a time</source>
      <translation>同时解码的序列数</translation>
    </message>
    <message>
      <source>Sequences of a step</source>
      <translation>一步的序列数</translation>
    </message>
    <message>
      <source>Sequences of one pass</source>
      <translation>一遍的序列数</translation>
    </message>
    <message>
      <source>Sequences per replica</source>
      <translation>每副本序列数</translation>
    </message>
    <message>
      <source>Sequences per step</source>
      <translation>每步序列数</translation>
    </message>
    <message>
      <source>Share of padding in the tokens that are computed</source>
      <translation>计算的 token 中填充的比例</translation>
    </message>
    <message>
      <source>Shared activation</source>
      <translation>共享激活</translation>
    </message>
    <message>
      <source>Shared experts</source>
      <translation>共享专家</translation>
    </message>
    <message>
      <source>Shared gate</source>
      <translation>共享门控</translation>
    </message>
    <message>
      <source>Shared width per rank</source>
      <translation>每 rank 共享宽度</translation>
    </message>
    <message>
      <source>Sinks</source>
      <translation>注意力汇点</translation>
    </message>
    <message>
      <source>Skip weights</source>
      <translation>跳连权重</translation>
    </message>
    <message>
      <source>State groups per rank (replicated when tp exceeds them)</source>
      <translation>每 rank 状态分组（tp 超过时复制）</translation>
    </message>
    <message>
      <source>State heads per rank</source>
      <translation>每 rank 状态头数</translation>
    </message>
    <message>
      <source>State of a layer</source>
      <translation>一层的状态</translation>
    </message>
    <message>
      <source>States per GPU</source>
      <translation>每 GPU 状态</translation>
    </message>
    <message>
      <source>Step</source>
      <translation>一步</translation>
    </message>
    <message>
      <source>Step bias</source>
      <translation>步长偏置</translation>
    </message>
    <message>
      <source>Step counters</source>
      <translation>步数计数器</translation>
    </message>
    <message>
      <source>Step projection</source>
      <translation>步长投影</translation>
    </message>
    <message>
      <source>Step with drafting</source>
      <translation>含起草的一步</translation>
    </message>
    <message>
      <source>Step, B and C projection</source>
      <translation>步长、B 和 C 投影</translation>
    </message>
    <message>
      <source>Steps of the run</source>
      <translation>训练步数</translation>
    </message>
    <message>
      <source>Stream mixing</source>
      <translation>流混合</translation>
    </message>
    <message>
      <source>Stream mixing around attention</source>
      <translation>注意力前后的流混合</translation>
    </message>
    <message>
      <source>Stream mixing around the feed-forward</source>
      <translation>前馈前后的流混合</translation>
    </message>
    <message>
      <source>Stream mixing before the head</source>
      <translation>head 之前的流混合</translation>
    </message>
    <message>
      <source>Stream output scale</source>
      <translation>流输出缩放</translation>
    </message>
    <message>
      <source>Stream prediction and correction</source>
      <translation>流预测与校正</translation>
    </message>
    <message>
      <source>Stream projections</source>
      <translation>流投影</translation>
    </message>
    <message>
      <source>Stream projections back</source>
      <translation>流反投影</translation>
    </message>
    <message>
      <source>Stream router</source>
      <translation>流路由</translation>
    </message>
    <message>
      <source>Stream router after the layer</source>
      <translation>层后的流路由</translation>
    </message>
    <message>
      <source>Stream router before the layer</source>
      <translation>层前的流路由</translation>
    </message>
    <message>
      <source>Sum of the streams</source>
      <translation>各流之和</translation>
    </message>
    <message>
      <source>Sum with the rows of the per-layer table</source>
      <translation>与逐层表的行之和</translation>
    </message>
    <message>
      <source>TPOT</source>
      <translation>TPOT</translation>
    </message>
    <message>
      <source>TPOT of decode steps alone</source>
      <translation>仅解码步的 TPOT</translation>
    </message>
    <message>
      <source>TPOT over its target</source>
      <translation>TPOT 与目标之比</translation>
    </message>
    <message>
      <source>TPOT, pessimistic</source>
      <translation>TPOT，悲观</translation>
    </message>
    <message>
      <source>TTFT</source>
      <translation>TTFT</translation>
    </message>
    <message>
      <source>TTFT over its target</source>
      <translation>TTFT 与目标之比</translation>
    </message>
    <message>
      <source>TTFT without a queue</source>
      <translation>不含排队的 TTFT</translation>
    </message>
    <message>
      <source>TTFT, pessimistic</source>
      <translation>TTFT，悲观</translation>
    </message>
    <message>
      <source>Tables</source>
      <translation>词表</translation>
    </message>
    <message>
      <source>Target rate over the requests per second</source>
      <translation>目标速率与每秒请求数之比</translation>
    </message>
    <message>
      <source>Temporary copy of the optimizer's step</source>
      <translation>优化器步骤的临时副本</translation>
    </message>
    <message>
      <source>Tensors</source>
      <translation>张量</translation>
    </message>
    <message>
      <source>Tensors of one kind</source>
      <translation>同种张量</translation>
    </message>
    <message>
      <source>The difference in percent of the baseline's; none where that is not positive.</source>
      <translation>差值占基线数值的百分比；基线数值不为正时不显示。</translation>
    </message>
    <message>
      <source>The formula that is evaluated.</source>
      <translation>实际计算的公式。</translation>
    </message>
    <message>
      <source>The formula with its numbers.</source>
      <translation>代入数值的公式。</translation>
    </message>
    <message>
      <source>The same for one request</source>
      <translation>单个请求的同一量</translation>
    </message>
    <message>
      <source>Tight below this much free</source>
      <translation>空闲低于此值为紧张</translation>
    </message>
    <message>
      <source>Time of the run</source>
      <translation>训练时间</translation>
    </message>
    <message>
      <source>Time of the run by the rule of thumb</source>
      <translation>训练时间（经验法则）</translation>
    </message>
    <message>
      <source>To the experts and back</source>
      <translation>到专家及返回</translation>
    </message>
    <message>
      <source>Token embedding</source>
      <translation>词嵌入</translation>
    </message>
    <message>
      <source>Token ids of the embedding</source>
      <translation>嵌入的 token id</translation>
    </message>
    <message>
      <source>Token table</source>
      <translation>词嵌入表</translation>
    </message>
    <message>
      <source>Tokens of a document</source>
      <translation>一篇文档的 token 数</translation>
    </message>
    <message>
      <source>Tokens of a micro-batch on one rank</source>
      <translation>单 rank 一个微批的 token 数</translation>
    </message>
    <message>
      <source>Tokens of a page that is as large as a state</source>
      <translation>与状态一样大的页的 token 数</translation>
    </message>
    <message>
      <source>Tokens of a prompt that are computed</source>
      <translation>一个提示中需计算的 token 数</translation>
    </message>
    <message>
      <source>Tokens of a sequence on one rank</source>
      <translation>单 rank 一个序列的 token 数</translation>
    </message>
    <message>
      <source>Tokens of a sequence per step</source>
      <translation>每步一个序列的 token 数</translation>
    </message>
    <message>
      <source>Tokens of a shared prefix, on one rank</source>
      <translation>单 rank 共享前缀的 token 数</translation>
    </message>
    <message>
      <source>Tokens of a step</source>
      <translation>一步的 token 数</translation>
    </message>
    <message>
      <source>Tokens of a step that count</source>
      <translation>一步计数的 token 数</translation>
    </message>
    <message>
      <source>Tokens of one decode pass</source>
      <translation>一次解码的 token 数</translation>
    </message>
    <message>
      <source>Tokens of one prefill</source>
      <translation>一次预填充的 token 数</translation>
    </message>
    <message>
      <source>Tokens of one step</source>
      <translation>一步的 token 数</translation>
    </message>
    <message>
      <source>Tokens of the document that is cut off at the end of each sequence</source>
      <translation>每个序列末尾被截断文档的 token 数</translation>
    </message>
    <message>
      <source>Tokens per second</source>
      <translation>每秒 token 数</translation>
    </message>
    <message>
      <source>Tokens per second and GPU</source>
      <translation>每秒每 GPU token 数</translation>
    </message>
    <message>
      <source>Tokens per step</source>
      <translation>每步 token 数</translation>
    </message>
    <message>
      <source>Tokens that the KV cache holds</source>
      <translation>KV 缓存容纳的 token 数</translation>
    </message>
    <message>
      <source>Tokens that the KV cache holds, high end of the band</source>
      <translation>KV 缓存容纳的 token 数，区间上端</translation>
    </message>
    <message>
      <source>Tokens that the KV cache holds, low end of the band</source>
      <translation>KV 缓存容纳的 token 数，区间下端</translation>
    </message>
    <message>
      <source>Tokens that the stage with the fewest holds</source>
      <translation>容量最小的流水段容纳的 token 数</translation>
    </message>
    <message>
      <source>Tokens that the stage with the fewest holds, high end</source>
      <translation>容量最小的流水段容纳的 token 数，上端</translation>
    </message>
    <message>
      <source>Tokens that the stage with the fewest holds, low end</source>
      <translation>容量最小的流水段容纳的 token 数，下端</translation>
    </message>
    <message>
      <source>Tokens with logits</source>
      <translation>有 logits 的 token</translation>
    </message>
    <message>
      <source>Training step</source>
      <translation>训练一步</translation>
    </message>
    <message>
      <source>Unit</source>
      <translation>单位</translation>
    </message>
    <message>
      <source>Unit of the rounded value.</source>
      <translation>取整值的单位。</translation>
    </message>
    <message>
      <source>Up bias</source>
      <translation>升维偏置</translation>
    </message>
    <message>
      <source>Up matrix</source>
      <translation>升维矩阵</translation>
    </message>
    <message>
      <source>Usable memory</source>
      <translation>可用显存</translation>
    </message>
    <message>
      <source>Value</source>
      <translation>值</translation>
    </message>
    <message>
      <source>Value bias</source>
      <translation>值偏置</translation>
    </message>
    <message>
      <source>Value heads per rank</source>
      <translation>每 rank 值头数</translation>
    </message>
    <message>
      <source>Value projection</source>
      <translation>值投影</translation>
    </message>
    <message>
      <source>Values</source>
      <translation>值</translation>
    </message>
    <message>
      <source>Values of an earlier layer</source>
      <translation>前面某层的值</translation>
    </message>
    <message>
      <source>Values of every head</source>
      <translation>每个头的值</translation>
    </message>
    <message>
      <source>Variances by row and column</source>
      <translation>按行和列的方差</translation>
    </message>
    <message>
      <source>Vision and audio stacks</source>
      <translation>视觉和音频塔</translation>
    </message>
    <message>
      <source>Vision and audio stacks (not in the count)</source>
      <translation>视觉和音频塔（不计数）</translation>
    </message>
    <message>
      <source>Wait for a place in the KV cache</source>
      <translation>等待 KV 缓存空位</translation>
    </message>
    <message>
      <source>Waiting of a pipeline stage in a decode step</source>
      <translation>解码步中流水段的等待</translation>
    </message>
    <message>
      <source>Waiting of a pipeline stage in a prefill</source>
      <translation>预填充中流水段的等待</translation>
    </message>
    <message>
      <source>Weights</source>
      <translation>权重</translation>
    </message>
    <message>
      <source>Weights of other stages (not on this GPU)</source>
      <translation>其他流水段的权重（不在此 GPU 上）</translation>
    </message>
    <message>
      <source>What is counted. Totals are bold.</source>
      <translation>计入的项目。合计为粗体。</translation>
    </message>
    <message>
      <source>Where documents begin (cu_seqlens)</source>
      <translation>文档的起点（cu_seqlens）</translation>
    </message>
    <message>
      <source>Whole documents of a step</source>
      <translation>一步中的完整文档</translation>
    </message>
    <message>
      <source>Widest attention</source>
      <translation>最宽的注意力</translation>
    </message>
    <message>
      <source>Widest feed-forward network</source>
      <translation>最宽的前馈网络</translation>
    </message>
    <message>
      <source>Widest part</source>
      <translation>最宽处</translation>
    </message>
    <message>
      <source>Widest rotation</source>
      <translation>最宽的旋转</translation>
    </message>
    <message>
      <source>Within documents that are cut off</source>
      <translation>被截断的文档之内</translation>
    </message>
    <message>
      <source>Within whole documents</source>
      <translation>完整文档之内</translation>
    </message>
    <message>
      <source>Write and decay gates</source>
      <translation>写入门和衰减门</translation>
    </message>
    <message>
      <source>Write gate</source>
      <translation>写入门</translation>
    </message>
    <message>
      <source>arithmetic</source>
      <translation>计算</translation>
    </message>
    <message>
      <source>bandwidth</source>
      <translation>带宽</translation>
    </message>
    <message>
      <source>bf16 copies of the matrices</source>
      <translation>矩阵的 bf16 副本</translation>
    </message>
    <message>
      <source>bf16 copies of the matrices, until the forward pass ends</source>
      <translation>矩阵的 bf16 副本，保留到前向结束</translation>
    </message>
    <message>
      <source>bf16 copy of the LM head</source>
      <translation>LM head 的 bf16 副本</translation>
    </message>
    <message>
      <source>blocked</source>
      <translation>缺输入</translation>
    </message>
    <message>
      <source>blocked: {names}</source>
      <translation>缺输入：{names}</translation>
    </message>
    <message>
      <source>fixed time</source>
      <translation>固定时间</translation>
    </message>
    <message>
      <source>link</source>
      <translation>互连</translation>
    </message>
    <message>
      <source>not in the baseline</source>
      <translation>基线中没有</translation>
    </message>
    <message>
      <source>only in the baseline</source>
      <translation>仅基线有</translation>
    </message>
  </context>
  <context>
    <name>logs</name>
    <message>
      <source>Activations</source>
      <translation>激活</translation>
    </message>
    <message>
      <source>Activations, as printed</source>
      <translation>激活（按打印值）</translation>
    </message>
    <message>
      <source>Allowed to the engine</source>
      <translation>引擎可用</translation>
    </message>
    <message>
      <source>Asked for when it ran out</source>
      <translation>显存不足时申请的量</translation>
    </message>
    <message>
      <source>CUDA graphs</source>
      <translation>CUDA graph</translation>
    </message>
    <message>
      <source>Cache that one request needs</source>
      <translation>一个请求所需的缓存</translation>
    </message>
    <message>
      <source>Cells of the cache</source>
      <translation>缓存单元</translation>
    </message>
    <message>
      <source>Compute buffer</source>
      <translation>计算缓冲区</translation>
    </message>
    <message>
      <source>Context</source>
      <translation>上下文</translation>
    </message>
    <message>
      <source>Device context, with all that is outside torch</source>
      <translation>设备上下文，含 torch 之外的全部</translation>
    </message>
    <message>
      <source>Driver memory</source>
      <translation>驱动显存</translation>
    </message>
    <message>
      <source>Execution context</source>
      <translation>执行上下文</translation>
    </message>
    <message>
      <source>Free after loading</source>
      <translation>加载后剩余</translation>
    </message>
    <message>
      <source>Free after the cache</source>
      <translation>分配缓存后剩余</translation>
    </message>
    <message>
      <source>Free after the weights</source>
      <translation>加载权重后剩余</translation>
    </message>
    <message>
      <source>Free before loading</source>
      <translation>加载前剩余</translation>
    </message>
    <message>
      <source>Free now</source>
      <translation>当前空闲</translation>
    </message>
    <message>
      <source>Free when ready</source>
      <translation>就绪后的空闲显存</translation>
    </message>
    <message>
      <source>Held by tensors when it ran out</source>
      <translation>显存不足时张量所占</translation>
    </message>
    <message>
      <source>KV cache</source>
      <translation>KV 缓存</translation>
    </message>
    <message>
      <source>KV cache in host memory</source>
      <translation>主机内存中的 KV 缓存</translation>
    </message>
    <message>
      <source>KV cache on all devices, as reckoned before loading</source>
      <translation>所有设备上的 KV 缓存（加载前的估算）</translation>
    </message>
    <message>
      <source>Keys in the cache</source>
      <translation>缓存中的键</translation>
    </message>
    <message>
      <source>Memory fraction</source>
      <translation>显存比例</translation>
    </message>
    <message>
      <source>Memory of a process that is named by its number</source>
      <translation>以进程号列出的进程所占显存</translation>
    </message>
    <message>
      <source>Memory of the card</source>
      <translation>卡的显存</translation>
    </message>
    <message>
      <source>Memory of the process</source>
      <translation>进程的显存</translation>
    </message>
    <message>
      <source>Nothing was recognised: paste the start-up lines of vLLM, SGLang, TensorRT-LLM, llama.cpp or Ollama, an out-of-memory message of PyTorch, or the table of nvidia-smi.</source>
      <translation>未识别出任何内容：请粘贴 vLLM、SGLang、TensorRT-LLM、llama.cpp 或 Ollama 的启动日志、PyTorch 的显存不足信息，或 nvidia-smi 的表格。</translation>
    </message>
    <message>
      <source>Observed values of the scenario</source>
      <translation>方案的观测值</translation>
    </message>
    <message>
      <source>Of the process, by Metal outside torch</source>
      <translation>该进程在 torch 之外由 Metal 占用</translation>
    </message>
    <message>
      <source>Of the process, outside torch</source>
      <translation>进程中 torch 之外的部分</translation>
    </message>
    <message>
      <source>Outside torch, while profiling</source>
      <translation>测算时 torch 之外的部分</translation>
    </message>
    <message>
      <source>Overheads of the engine</source>
      <translation>引擎的开销</translation>
    </message>
    <message>
      <source>Pages of the cache</source>
      <translation>缓存的页数</translation>
    </message>
    <message>
      <source>Peak of torch</source>
      <translation>torch 的峰值</translation>
    </message>
    <message>
      <source>Projected on all devices before loading</source>
      <translation>加载前预计在所有设备上的占用</translation>
    </message>
    <message>
      <source>Recurrent states</source>
      <translation>循环状态</translation>
    </message>
    <message>
      <source>Requests are of {length} tokens in the log and of {context} in the plan.</source>
      <translation>日志中的请求为 {length} 个 token，方案中为 {context} 个。</translation>
    </message>
    <message>
      <source>Requests of a whole context</source>
      <translation>完整上下文的请求数</translation>
    </message>
    <message>
      <source>Runtime outside the allocator</source>
      <translation>分配器之外的运行时</translation>
    </message>
    <message>
      <source>Runtime outside the allocator, communicator included</source>
      <translation>分配器之外的运行时，含通信器</translation>
    </message>
    <message>
      <source>Sequences per step</source>
      <translation>每步序列数</translation>
    </message>
    <message>
      <source>Slots</source>
      <translation>槽位</translation>
    </message>
    <message>
      <source>Stated with different values: {names}. The table shows the one that the fullest GPU has, of settings the last.</source>
      <translation>给出了不同的值：{names}。表中为最满的 GPU 的值，设置则为最后一个。</translation>
    </message>
    <message>
      <source>States of convolutions</source>
      <translation>卷积状态</translation>
    </message>
    <message>
      <source>Tensors, with what was asked for (at least)</source>
      <translation>张量，含所申请的量（至少）</translation>
    </message>
    <message>
      <source>The log is of {said}, and the plan's engine is {planned}: their lines do not mean the same.</source>
      <translation>日志来自 {said}，而方案的引擎是 {planned}：两者的行含义不同。</translation>
    </message>
    <message>
      <source>The plan has no engine, so that what {said} reserves has no line.</source>
      <translation>方案没有引擎，因此 {said} 预留的显存没有对应行。</translation>
    </message>
    <message>
      <source>The text has {count} start-ups. The table is of the one that states the most, in lines {first} to {last}; paste another one alone to see it.</source>
      <translation>文本中有 {count} 次启动。表格取自内容最完整的一次（第 {first} 至 {last} 行）；要查看其他启动，请单独粘贴。</translation>
    </message>
    <message>
      <source>Tokens in the cache</source>
      <translation>缓存中的 token 数</translation>
    </message>
    <message>
      <source>Tokens of a page</source>
      <translation>每页 token 数</translation>
    </message>
    <message>
      <source>Tokens per step</source>
      <translation>每步 token 数</translation>
    </message>
    <message>
      <source>Total of the card, by the driver</source>
      <translation>驱动报告的卡总显存</translation>
    </message>
    <message>
      <source>Usable memory</source>
      <translation>可用显存</translation>
    </message>
    <message>
      <source>Used on the card</source>
      <translation>卡上已用</translation>
    </message>
    <message>
      <source>Values in the cache</source>
      <translation>缓存中的值</translation>
    </message>
    <message>
      <source>Weights</source>
      <translation>权重</translation>
    </message>
    <message>
      <source>Weights in host memory</source>
      <translation>主机内存中的权重</translation>
    </message>
    <message>
      <source>Weights on all devices, as reckoned before loading</source>
      <translation>所有设备上的权重（加载前的估算）</translation>
    </message>
    <message>
      <source>Weights whose rows are spread over the GPUs</source>
      <translation>按行分布到各 GPU 的权重</translation>
    </message>
    <message>
      <source>{recognised} of {lines} lines were recognised: {programs}.</source>
      <translation>{lines} 行中识别出 {recognised} 行：{programs}。</translation>
    </message>
  </context>
  <context>
    <name>matrix</name>
    <message>
      <source>Cost per million tokens</source>
      <translation>每百万 token 成本</translation>
    </message>
    <message>
      <source>GPUs of the plan at the least TP of 1, 2, 4 … within a host with which it fits; all else stays</source>
      <translation>在一台主机内，TP 取 1、2、4……中放得下的最小值时方案的 GPU 数；其余不变</translation>
    </message>
    <message>
      <source>It fits from {count} GPUs on (TP {tp})</source>
      <translation>从 {count} 个 GPU 起放得下（TP {tp}）</translation>
    </message>
    <message>
      <source>Least GPUs</source>
      <translation>最少 GPU 数</translation>
    </message>
    <message>
      <source>Margin</source>
      <translation>余量</translation>
    </message>
    <message>
      <source>Memory of each GPU that stays free; below zero it is missing</source>
      <translation>每个 GPU 剩余的显存；小于零表示不足</translation>
    </message>
    <message>
      <source>Memory that the fullest GPU needs</source>
      <translation>占用最多的 GPU 所需的显存</translation>
    </message>
    <message>
      <source>Needed</source>
      <translation>所需</translation>
    </message>
    <message>
      <source>No TP within a host makes it fit.</source>
      <translation>在一台主机内，任何 TP 都放不下。</translation>
    </message>
    <message>
      <source>No verdict: {reason}.</source>
      <translation>没有结论：{reason}。</translation>
    </message>
    <message>
      <source>Output tokens per second of all requests, of training the tokens that count; none of a plan that does not fit: its sentence has them at the least GPUs with which it does</source>
      <translation>全部请求每秒的输出 token 数，训练时为计入的 token；放不下的方案没有此值：其说明给出放得下的最少 GPU 数时的值</translation>
    </message>
    <message>
      <source>TPOT</source>
      <translation>TPOT</translation>
    </message>
    <message>
      <source>TPOT {time} ms</source>
      <translation>TPOT {time} 毫秒</translation>
    </message>
    <message>
      <source>The word of the plan, with the memory of each GPU that stays free or is missing</source>
      <translation>方案的结论，以及每个 GPU 剩余或不足的显存</translation>
    </message>
    <message>
      <source>Time per output token of one request; none of a plan that does not fit: its sentence has it at the least GPUs with which it does</source>
      <translation>一个请求每个输出 token 的时间；放不下的方案没有此值：其说明给出放得下的最少 GPU 数时的值</translation>
    </message>
    <message>
      <source>Tokens per second</source>
      <translation>每秒 token 数</translation>
    </message>
    <message>
      <source>USD of a million output tokens on all GPUs of the plan, at the lowest price of an hour in the GPU's row; none of a plan that does not fit: its sentence has it at the least GPUs with which it does</source>
      <translation>方案全部 GPU 上一百万输出 token 的美元成本，按 GPU 行中每小时的最低价格；放不下的方案没有此值：其说明给出放得下的最少 GPU 数时的值</translation>
    </message>
    <message>
      <source>Verdict and margin</source>
      <translation>结论和余量</translation>
    </message>
    <message>
      <source>a figure that the count needs is blank</source>
      <translation>计算所需的某个数值为空</translation>
    </message>
    <message>
      <source>fits from {count} GPUs on, by TP</source>
      <translation>按 TP 从 {count} 个 GPU 起放得下</translation>
    </message>
    <message>
      <source>no such figure of a plan that does not fit</source>
      <translation>放不下的方案没有此值</translation>
    </message>
    <message>
      <source>the engine keeps the cache whole on one GPU, and TP divides it</source>
      <translation>引擎把缓存整个放在一个 GPU 上，而 TP 会将其切分</translation>
    </message>
    <message>
      <source>the engine of the load is not in the workbook</source>
      <translation>负载的引擎不在工作簿中</translation>
    </message>
    <message>
      <source>the engine's figures are not known on this device</source>
      <translation>该引擎在此设备上的数值未知</translation>
    </message>
    <message>
      <source>the load and the model do not go together</source>
      <translation>负载与模型不相容</translation>
    </message>
    <message>
      <source>the plan takes in smaller cards of the host</source>
      <translation>方案占用了主机中较小的卡</translation>
    </message>
    <message>
      <source>{amount} are missing ({exact}).</source>
      <translation>缺少 {amount}（{exact}）。</translation>
    </message>
    <message>
      <source>{amount} of each GPU stay free ({exact}).</source>
      <translation>每个 GPU 剩余 {amount}（{exact}）。</translation>
    </message>
    <message>
      <source>{cost} USD per million output tokens</source>
      <translation>每百万输出 token {cost} 美元</translation>
    </message>
    <message>
      <source>{exact} needed</source>
      <translation>需要 {exact}</translation>
    </message>
    <message>
      <source>{model} on {card}, weights {format}</source>
      <translation>{model} 在 {card} 上，权重 {format}</translation>
    </message>
    <message>
      <source>{rate} tokens per second</source>
      <translation>每秒 {rate} 个 token</translation>
    </message>
  </context>
  <context>
    <name>measure</name>
    <message>
      <source>A share came out at its limit of 100 %: the peak of this row may be low.</source>
      <translation>某个比例达到了 100 % 的上限：此行的峰值可能偏低。</translation>
    </message>
    <message>
      <source>All points are of one phase: the constants of the other are a guess.</source>
      <translation>所有点都属于同一阶段：另一阶段的常数只是猜测。</translation>
    </message>
    <message>
      <source>All-reduces</source>
      <translation>All-reduce</translation>
    </message>
    <message>
      <source>Attention without a fused kernel: it writes the scores of all pairs to memory</source>
      <translation>注意力没有融合内核：所有词对的分数都写入显存</translation>
    </message>
    <message>
      <source>Building</source>
      <translation>正在构建</translation>
    </message>
    <message>
      <source>CUDA was asked for and cannot be used: {reason}</source>
      <translation>要求使用 CUDA 但无法使用：{reason}</translation>
    </message>
    <message>
      <source>Checking memory</source>
      <translation>正在检查内存</translation>
    </message>
    <message>
      <source>Loading torch</source>
      <translation>正在加载 torch</translation>
    </message>
    <message>
      <source>Measure has no activation {name}.</source>
      <translation>测量不支持激活函数 {name}。</translation>
    </message>
    <message>
      <source>Measure knows biases on all feed-forward matrices or none.</source>
      <translation>测量只支持所有前馈矩阵都有偏置或都没有。</translation>
    </message>
    <message>
      <source>Measure runs a block that serves, and this scenario trains.</source>
      <translation>测量运行推理的块，而此方案是训练。</translation>
    </message>
    <message>
      <source>Measure runs a cache in the type of the activations, on one context rank; this one is {keys} and {values}, CP {cp}.</source>
      <translation>测量使用激活类型的缓存、单个上下文 rank；此方案为 {keys} 和 {values}，CP {cp}。</translation>
    </message>
    <message>
      <source>Measure runs all experts on one rank, without EP.</source>
      <translation>测量在一个 rank 上运行所有专家，不使用 EP。</translation>
    </message>
    <message>
      <source>Measure runs bf16, fp16, fp32, and fp8, int4_g128, int4_g64 where torch has kernels for them; weights are {weights}, activations {activations}.</source>
      <translation>测量可运行 bf16、fp16、fp32，以及 torch 有相应内核时的 fp8、int4_g128、int4_g64；权重为 {weights}，激活为 {activations}。</translation>
    </message>
    <message>
      <source>Measure runs bf16, fp16, fp32, fp8, int4 in groups; the checkpoint mixes formats inside a part.</source>
      <translation>测量可运行 bf16、fp16、fp32、fp8、分组 int4；此检查点在一个部分内混用多种格式。</translation>
    </message>
    <message>
      <source>Measured in {dtype}; this device multiplies {best} {ratio} times as fast</source>
      <translation>以 {dtype} 测量；此设备用 {best} 相乘要快到 {ratio} 倍</translation>
    </message>
    <message>
      <source>Memory ran out when {requested_bytes} more were asked for; {free_bytes} were free</source>
      <translation>再申请 {requested_bytes} 时内存耗尽；当时空闲 {free_bytes}</translation>
    </message>
    <message>
      <source>More passes did not take longer, so there is no slope; the median of the passes is given</source>
      <translation>更多遍数并未用更长时间，因此没有斜率；给出的是各遍的中位数</translation>
    </message>
    <message>
      <source>Nothing was measured: {reason}</source>
      <translation>没有测量：{reason}</translation>
    </message>
    <message>
      <source>One pass would take about {pass_s} s; {left_s} s of the limit are left</source>
      <translation>一遍约需 {pass_s} 秒；时限只剩 {left_s} 秒</translation>
    </message>
    <message>
      <source>Other work took each core away {rate} times a second</source>
      <translation>其他任务每秒从每个核心抢占 {rate} 次</translation>
    </message>
    <message>
      <source>Probing the device</source>
      <translation>正在探测设备</translation>
    </message>
    <message>
      <source>Rank {rank} ended without an answer</source>
      <translation>rank {rank} 没有应答就结束了</translation>
    </message>
    <message>
      <source>Slope and median differ by {share}</source>
      <translation>斜率与中位数相差 {share}</translation>
    </message>
    <message>
      <source>Some points were measured on an unsteady machine and count for less.</source>
      <translation>有些点是在不稳定的机器上测得的，权重较小。</translation>
    </message>
    <message>
      <source>The SM clock fell from {before} to {after} MHz</source>
      <translation>SM 频率从 {before} 降到 {after} MHz</translation>
    </message>
    <message>
      <source>The answer of the measurement cannot be used. It lacks {name}.</source>
      <translation>测量结果无法使用，缺少 {name}。</translation>
    </message>
    <message>
      <source>The answer of the measurement cannot be used. {reason}</source>
      <translation>测量结果无法使用。{reason}</translation>
    </message>
    <message>
      <source>The block that Measure runs has no {more}.</source>
      <translation>测量运行的块没有 {more}。</translation>
    </message>
    <message>
      <source>The cache holds the full context, of which the window is read</source>
      <translation>缓存保存完整上下文，只读取其中的窗口</translation>
    </message>
    <message>
      <source>The expansion of keys and values is not quantised</source>
      <translation>键和值的展开未量化</translation>
    </message>
    <message>
      <source>The measurement needs torch: {reason}</source>
      <translation>测量需要 torch：{reason}</translation>
    </message>
    <message>
      <source>The quartiles lie more than 5 % of the median apart</source>
      <translation>四分位数之差超过中位数的 5 %</translation>
    </message>
    <message>
      <source>The quartiles lie {spread} of the median apart, more than {largest}</source>
      <translation>四分位数之差为中位数的 {spread}，超过 {largest}</translation>
    </message>
    <message>
      <source>The window is a mask: the kernel reads all pairs, and skips none</source>
      <translation>窗口是掩码：内核读取所有词对，一个也不跳过</translation>
    </message>
    <message>
      <source>There is no block to run for {attention} attention with {feed_forward}.</source>
      <translation>没有可运行的 {attention} 注意力加 {feed_forward} 的块。</translation>
    </message>
    <message>
      <source>There is one rank only: TP is 1.</source>
      <translation>只有一个 rank：TP 为 1。</translation>
    </message>
    <message>
      <source>Time allowed {count} of at least {least} samples</source>
      <translation>时间只够 {count} 个样本，至少需要 {least} 个</translation>
    </message>
    <message>
      <source>Timing</source>
      <translation>正在计时</translation>
    </message>
    <message>
      <source>Tokens go to experts at random: about {hit} of {experts}, decided beforehand</source>
      <translation>token 随机分给专家：约 {hit} 个（共 {experts} 个），事先决定</translation>
    </message>
    <message>
      <source>Tokens go to experts in turn, so that most are hit: about {hit} of {experts}, decided beforehand</source>
      <translation>token 轮流分给专家，使大多数都被用到：约 {hit} 个（共 {experts} 个），事先决定</translation>
    </message>
    <message>
      <source>Unsteady. {reason}</source>
      <translation>不稳定。{reason}</translation>
    </message>
    <message>
      <source>Values are padded to the width of the keys, as the flash kernels want it</source>
      <translation>按 flash 内核的要求，值被填充到键的宽度</translation>
    </message>
    <message>
      <source>Warming up</source>
      <translation>正在预热</translation>
    </message>
    <message>
      <source>While the device was probed, other work took each core away {rate} times a second</source>
      <translation>探测设备时，其他任务每秒从每个核心抢占 {rate} 次</translation>
    </message>
    <message>
      <source>decode</source>
      <translation>解码</translation>
    </message>
    <message>
      <source>experts in turn</source>
      <translation>专家轮流</translation>
    </message>
    <message>
      <source>head</source>
      <translation>head</translation>
    </message>
    <message>
      <source>layers</source>
      <translation>层</translation>
    </message>
    <message>
      <source>prefill</source>
      <translation>预填充</translation>
    </message>
    <message>
      <source>torch does not run {format} weights on this device: {reason}</source>
      <translation>torch 在此设备上不能运行 {format} 权重：{reason}</translation>
    </message>
    <message>
      <source>{blocks} blocks in turn are less than three times the caches</source>
      <translation>轮换的 {blocks} 个块不到缓存的三倍</translation>
    </message>
    <message>
      <source>{count} points of {name} can be used, and three are needed: measure a calibration run. Its row needs a peak, a bandwidth and constants too.</source>
      <translation>{name} 有 {count} 个可用的点，而至少需要三个：请做一次校准测量。其行还需要峰值、带宽和常数。</translation>
    </message>
    <message>
      <source>{names} has no value.</source>
      <translation>{names} 没有值。</translation>
    </message>
    <message>
      <source>{name} has no list of results.</source>
      <translation>{name} 中没有结果列表。</translation>
    </message>
    <message>
      <source>{name} is no results file of a measurement.</source>
      <translation>{name} 不是测量的结果文件。</translation>
    </message>
    <message>
      <source>{name} is not JSON.</source>
      <translation>{name} 不是 JSON。</translation>
    </message>
    <message>
      <source>{name} is of version {found}, and this program reads {known}.</source>
      <translation>{name} 的版本是 {found}，而本程序读取 {known}。</translation>
    </message>
    <message>
      <source>{name} is too large for a results file.</source>
      <translation>{name} 太大，不是结果文件。</translation>
    </message>
    <message>
      <source>{predicted_bytes} and 10 % more are needed, {free_bytes} are free; not even a batch of 1 fits</source>
      <translation>需要 {predicted_bytes} 再加 10 %，空闲 {free_bytes}；批大小为 1 也放不下</translation>
    </message>
    <message>
      <source>{predicted_bytes} and 10 % more are needed, {free_bytes} are free; the largest batch that fits is {largest_batch}</source>
      <translation>需要 {predicted_bytes} 再加 10 %，空闲 {free_bytes}；放得下的最大批大小为 {largest_batch}</translation>
    </message>
    <message>
      <source>{seconds} s per block would be above a peak: the time or the peak is wrong, so it is not shown</source>
      <translation>每块 {seconds} 秒会超过峰值：时间或峰值有误，因此不显示</translation>
    </message>
  </context>
  <context>
    <name>menus</name>
    <message>
      <source>Train {what}</source>
      <translation>训练：{what}</translation>
    </message>
  </context>
  <context>
    <name>operators</name>
    <message>
      <source>Bound by</source>
      <translation>受限于</translation>
    </message>
    <message>
      <source>Bytes of a call</source>
      <translation>一次调用的字节</translation>
    </message>
    <message>
      <source>Calls</source>
      <translation>调用次数</translation>
    </message>
    <message>
      <source>Class</source>
      <translation>类别</translation>
    </message>
    <message>
      <source>FLOPs of a call</source>
      <translation>一次调用的 FLOPs</translation>
    </message>
    <message>
      <source>Layers</source>
      <translation>层数</translation>
    </message>
    <message>
      <source>M × N × K</source>
      <translation>M × N × K</translation>
    </message>
    <message>
      <source>Operator</source>
      <translation>算子</translation>
    </message>
    <message>
      <source>Share, %</source>
      <translation>占比，%</translation>
    </message>
    <message>
      <source>Time of a call, µs</source>
      <translation>一次调用的时间，µs</translation>
    </message>
    <message>
      <source>Time of all, µs</source>
      <translation>全部时间，µs</translation>
    </message>
    <message>
      <source>Type</source>
      <translation>类型</translation>
    </message>
  </context>
  <context>
    <name>parts</name>
    <message>
      <source>Alternating updates</source>
      <translation>交替更新</translation>
    </message>
    <message>
      <source>Compressed sparse</source>
      <translation>压缩稀疏</translation>
    </message>
    <message>
      <source>Cross-attention</source>
      <translation>交叉注意力</translation>
    </message>
    <message>
      <source>Gated</source>
      <translation>门控</translation>
    </message>
    <message>
      <source>Gated DeltaNet</source>
      <translation>Gated DeltaNet</translation>
    </message>
    <message>
      <source>Grouped-query</source>
      <translation>分组查询</translation>
    </message>
    <message>
      <source>Heavily compressed</source>
      <translation>重度压缩</translation>
    </message>
    <message>
      <source>Hyper-connections</source>
      <translation>超连接</translation>
    </message>
    <message>
      <source>Inference</source>
      <translation>推理</translation>
    </message>
    <message>
      <source>Kimi delta</source>
      <translation>Kimi delta</translation>
    </message>
    <message>
      <source>Learned</source>
      <translation>可学习</translation>
    </message>
    <message>
      <source>Lightning</source>
      <translation>Lightning</translation>
    </message>
    <message>
      <source>Mamba</source>
      <translation>Mamba</translation>
    </message>
    <message>
      <source>Mamba-2</source>
      <translation>Mamba-2</translation>
    </message>
    <message>
      <source>Mixture of experts</source>
      <translation>混合专家</translation>
    </message>
    <message>
      <source>Multi-head latent</source>
      <translation>多头潜在</translation>
    </message>
    <message>
      <source>No table</source>
      <translation>无表</translation>
    </message>
    <message>
      <source>None</source>
      <translation>无</translation>
    </message>
    <message>
      <source>Norm</source>
      <translation>归一化</translation>
    </message>
    <message>
      <source>Per-layer inputs</source>
      <translation>逐层输入</translation>
    </message>
    <message>
      <source>Plain</source>
      <translation>普通</translation>
    </message>
    <message>
      <source>Prediction layers</source>
      <translation>预测层</translation>
    </message>
    <message>
      <source>RG-LRU</source>
      <translation>RG-LRU</translation>
    </message>
    <message>
      <source>Shared key, window</source>
      <translation>共享键，窗口</translation>
    </message>
    <message>
      <source>Short convolution</source>
      <translation>短卷积</translation>
    </message>
    <message>
      <source>Sparse grouped-query</source>
      <translation>稀疏分组查询</translation>
    </message>
    <message>
      <source>Sparse latent</source>
      <translation>稀疏潜在</translation>
    </message>
    <message>
      <source>Sum</source>
      <translation>求和</translation>
    </message>
    <message>
      <source>Training</source>
      <translation>训练</translation>
    </message>
    <message>
      <source>none</source>
      <translation>无</translation>
    </message>
  </context>
  <context>
    <name>places</name>
    <message>
      <source>Assumptions</source>
      <translation>假设</translation>
    </message>
  </context>
  <context>
    <name>presets</name>
    <message>
      <source>The row cannot be saved: {reason}.</source>
      <translation>此行无法保存：{reason}。</translation>
    </message>
    <message>
      <source>built in</source>
      <translation>内置</translation>
    </message>
    <message>
      <source>checked by cases</source>
      <translation>经实例验证</translation>
    </message>
    <message>
      <source>unverified</source>
      <translation>未验证</translation>
    </message>
    <message>
      <source>yours</source>
      <translation>自有</translation>
    </message>
    <message>
      <source>{file} cannot be written: {reason}.</source>
      <translation>无法写入 {file}：{reason}。</translation>
    </message>
    <message>
      <source>{place} names another row and has no value: {text}.</source>
      <translation>{place} 引用另一行而没有值：{text}。</translation>
    </message>
    <message>
      <source>“{id}” is no id for a preset: it takes a to z, 0 to 9, “.”, “_” and “-”, begins with a letter or a digit and has at most 63 characters.</source>
      <translation>“{id}”不能作预设的 id：只能用 a 到 z、0 到 9、“.”、“_”和“-”，以字母或数字开头，最多 63 个字符。</translation>
    </message>
  </context>
  <context>
    <name>ranks</name>
    <message>
      <source>CP rank {first:,}</source>
      <translation>CP rank {first:,}</translation>
    </message>
    <message>
      <source>CP ranks {first:,} to {last:,}</source>
      <translation>CP rank {first:,} 到 {last:,}</translation>
    </message>
    <message>
      <source>EP rank {first:,}</source>
      <translation>EP rank {first:,}</translation>
    </message>
    <message>
      <source>EP ranks {first:,} to {last:,}</source>
      <translation>EP rank {first:,} 到 {last:,}</translation>
    </message>
    <message>
      <source>Every GPU</source>
      <translation>每个 GPU</translation>
    </message>
    <message>
      <source>Stage {numbers} of {of}: token table, {layers} layers</source>
      <translation>流水段 {numbers}/{of}：词嵌入表、{layers} 层</translation>
    </message>
    <message>
      <source>Stage {numbers} of {of}: token table, {layers} layers, LM head</source>
      <translation>流水段 {numbers}/{of}：词嵌入表、{layers} 层、LM head</translation>
    </message>
    <message>
      <source>Stage {numbers} of {of}: {layers} layers</source>
      <translation>流水段 {numbers}/{of}：{layers} 层</translation>
    </message>
    <message>
      <source>Stage {numbers} of {of}: {layers} layers, LM head</source>
      <translation>流水段 {numbers}/{of}：{layers} 层、LM head</translation>
    </message>
    <message>
      <source>TP rank {first:,}</source>
      <translation>TP rank {first:,}</translation>
    </message>
    <message>
      <source>TP ranks {first:,} to {last:,}</source>
      <translation>TP rank {first:,} 到 {last:,}</translation>
    </message>
    <message>
      <source>a shared width of {count:,}</source>
      <translation>共享宽度 {count:,}</translation>
    </message>
    <message>
      <source>a width of {count:,}</source>
      <translation>宽度 {count:,}</translation>
    </message>
    <message>
      <source>an expert width of {count:,}</source>
      <translation>专家宽度 {count:,}</translation>
    </message>
    <message>
      <source>expert cut {first:,}</source>
      <translation>专家分片 {first:,}</translation>
    </message>
    <message>
      <source>expert cuts {first:,} to {last:,}</source>
      <translation>专家分片 {first:,} 到 {last:,}</translation>
    </message>
    <message>
      <source>replica {first:,}</source>
      <translation>副本 {first:,}</translation>
    </message>
    <message>
      <source>replicas {first:,} to {last:,}</source>
      <translation>副本 {first:,} 到 {last:,}</translation>
    </message>
    <message>
      <source>{count:,} of the KV heads</source>
      <translation>{count:,} 个 KV 头</translation>
    </message>
    <message>
      <source>{count:,} of the experts</source>
      <translation>{count:,} 个专家</translation>
    </message>
    <message>
      <source>{count:,} of the key heads</source>
      <translation>{count:,} 个键头</translation>
    </message>
    <message>
      <source>{count:,} of the query heads</source>
      <translation>{count:,} 个查询头</translation>
    </message>
    <message>
      <source>{count:,} of the sequences</source>
      <translation>{count:,} 个序列</translation>
    </message>
    <message>
      <source>{count:,} of the state heads</source>
      <translation>{count:,} 个状态头</translation>
    </message>
    <message>
      <source>{count:,} of the value heads</source>
      <translation>{count:,} 个值头</translation>
    </message>
    <message>
      <source>{count:,} tokens of each sequence</source>
      <translation>每个序列 {count:,} 个 token</translation>
    </message>
  </context>
  <context>
    <name>recovery</name>
    <message>
      <source>Cannot be read: {reason}</source>
      <translation>无法读取：{reason}</translation>
    </message>
    <message>
      <source>Unsaved changes cannot be kept for recovery in {folder}: {reason}. Save your workbook.</source>
      <translation>无法在 {folder} 中保留未保存的更改以供恢复：{reason}。请保存工作簿。</translation>
    </message>
    <message>
      <source>it does not answer</source>
      <translation>它没有响应</translation>
    </message>
    <message>
      <source>last changed {when}; scenarios: {scenarios}, models: {models}</source>
      <translation>最后更改于 {when}；场景：{scenarios}，模型：{models}</translation>
    </message>
    <message>
      <source>not saved to a file yet</source>
      <translation>尚未保存为文件</translation>
    </message>
  </context>
  <context>
    <name>references</name>
    <message>
      <source>2MKN per matrix product; causal attention counts the pairs it computes; whole model, all ranks of one replica</source>
      <translation>每次矩阵乘 2MKN；因果注意力只计实际计算的对；整个模型，一个副本的全部 rank</translation>
    </message>
    <message>
      <source>A frozen head does not save it, but published peaks of LoRA have it: their slope is 6 d_model per token beside checkpoints and logits, 4 of them of the norm (tests/cases/training/README.md)</source>
      <translation>冻结的 head 不保存它，但 LoRA 公布的峰值含有它：除检查点和 logits 外斜率为每个 token 6 d_model，其中 4 个属于归一化（tests/cases/training/README.md）</translation>
    </message>
    <message>
      <source>A frozen matrix needs the gradient of its input only</source>
      <translation>冻结的矩阵只需要其输入的梯度</translation>
    </message>
    <message>
      <source>A mixture reads the experts that are hit, E(1 - (1 - k/E)^T) of E; weights of no operator are left out</source>
      <translation>MoE 读取命中的专家，E 中的 E(1 - (1 - k/E)^T)；不属于任何算子的权重不计</translation>
    </message>
    <message>
      <source>A pipeline is full when it has as many groups of sequences under way as stages</source>
      <translation>同时进行的序列组数等于流水段数时，流水线才是满的</translation>
    </message>
    <message>
      <source>A prefill of its own</source>
      <translation>自己的一次 prefill</translation>
    </message>
    <message>
      <source>A recurrent state in fp32; llama.cpp keeps what a convolution has seen in fp32 too</source>
      <translation>fp32 的循环状态；llama.cpp 也以 fp32 保存卷积看过的内容</translation>
    </message>
    <message>
      <source>A row of d_model per token there and back</source>
      <translation>每个 token 一行 d_model，往返各一次</translation>
    </message>
    <message>
      <source>A server bounds the tokens of one forward pass</source>
      <translation>服务器限制一次前向传播的 token 数</translation>
    </message>
    <message>
      <source>A share of the card kept for what a plan cannot know</source>
      <translation>为计划无法预知的部分预留的显卡份额</translation>
    </message>
    <message>
      <source>A step, and the prefill or the piece of one that runs before it</source>
      <translation>一步，加上它之前运行的 prefill 或其一段</translation>
    </message>
    <message>
      <source>Agrawal et al. 2024, arXiv:2403.02310: in the steady state every output token of a sequence waits for its share of the prefills that start meanwhile, B * t_prefill / output</source>
      <translation>Agrawal et al. 2024, arXiv:2403.02310：稳态下一个序列的每个输出 token 都要等待期间开始的 prefill 中属于它的份额，B * t_prefill / output</translation>
    </message>
    <message>
      <source>All FLOPs at the share of the peak that the GPU's matrix products reach, and the pipeline's bubble; communication is taken to be hidden</source>
      <translation>全部 FLOPs 按 GPU 矩阵乘达到的峰值份额，加流水线气泡；通信视为被掩盖</translation>
    </message>
    <message>
      <source>All degrees</source>
      <translation>所有并行度之积</translation>
    </message>
    <message>
      <source>All that is free, given to the cache</source>
      <translation>全部剩余都给缓存</translation>
    </message>
    <message>
      <source>All that the fraction leaves: an engine does not know the rest</source>
      <translation>比例所剩的全部：引擎不知道其他占用</translation>
    </message>
    <message>
      <source>All-reduces, stages, experts, contexts</source>
      <translation>all-reduce、流水段、专家、上下文</translation>
    </message>
    <message>
      <source>As the engine's row says, with its evidence</source>
      <translation>按引擎行及其依据</translation>
    </message>
    <message>
      <source>As the head: the last token</source>
      <translation>与 head 相同：最后一个 token</translation>
    </message>
    <message>
      <source>At most the sequence</source>
      <translation>最多为序列长度</translation>
    </message>
    <message>
      <source>Before the engine's budget</source>
      <translation>引擎预算之前</translation>
    </message>
    <message>
      <source>Between the numbers of cards that were fitted, on straight lines; beyond the largest the latency goes on</source>
      <translation>在已拟合的卡数之间取直线；超过最大卡数后延迟继续增长</translation>
    </message>
    <message>
      <source>Bytes alive while torch 2.13 computes the loss of transformers 5.24's models</source>
      <translation>torch 2.13 计算 transformers 5.24 模型的损失时存在的字节</translation>
    </message>
    <message>
      <source>Bytes that a rank must read (weights, KV cache) at the nominal bandwidth, over the time; activations not counted</source>
      <translation>一个 rank 必须读取的字节（权重、KV 缓存）按标称带宽除以时间；不计激活</translation>
    </message>
    <message>
      <source>Calls of this class</source>
      <translation>此类调用</translation>
    </message>
    <message>
      <source>Calls times the fixed time of each; latencies of all-reduces not among it</source>
      <translation>调用次数乘每次的固定时间；不含 all-reduce 的延迟</translation>
    </message>
    <message>
      <source>Chen et al. 2016, arXiv:1604.06174: the input of a layer stays, the rest is computed again</source>
      <translation>Chen et al. 2016, arXiv:1604.06174：保留层的输入，其余重新计算</translation>
    </message>
    <message>
      <source>Chowdhery et al. 2022, arXiv:2204.02311, appendix B: 6N + 12 L d s per token, not halved for causal attention</source>
      <translation>Chowdhery et al. 2022, arXiv:2204.02311，附录 B：每个 token 6N + 12 L d s，因果注意力不减半</translation>
    </message>
    <message>
      <source>Constants fitted on this kind of GPU: nine in ten measured blocks lie within it; every model left out in turn, A100 and H100</source>
      <translation>按此类 GPU 拟合的常数：十分之九的实测块在其内；逐个留出模型检验，A100 与 H100</translation>
    </message>
    <message>
      <source>Context parallelism shares the tokens</source>
      <translation>上下文并行分摊 token</translation>
    </message>
    <message>
      <source>Convention of MFU here: each query-key pair that the mask allows counts once, in the forward and twice in the backward pass, whatever the kernel computes; MFU by PaLM's rule counts all pairs (Chowdhery et al. 2022, app. B)</source>
      <translation>此处 MFU 的约定：掩码允许的每个查询-键对在前向计一次、反向计两次，不论内核算了什么；按 PaLM 规则的 MFU 计所有对（Chowdhery et al. 2022, app. B）</translation>
    </message>
    <message>
      <source>Dai et al. 2024, arXiv:2401.06066 (shared experts)</source>
      <translation>Dai et al. 2024, arXiv:2401.06066（共享专家）</translation>
    </message>
    <message>
      <source>Dao 2023, arXiv:2307.08691 (flash_attn_varlen_func): pairs within each document, by cu_seqlens</source>
      <translation>Dao 2023, arXiv:2307.08691（flash_attn_varlen_func）：按 cu_seqlens，每个文档内的对</translation>
    </message>
    <message>
      <source>Dao et al. 2022, arXiv:2205.14135: causal query-key pairs; reads q, k, v, writes the output</source>
      <translation>Dao et al. 2022, arXiv:2205.14135：因果的查询-键对；读 q、k、v，写输出</translation>
    </message>
    <message>
      <source>Dao et al. 2022, arXiv:2205.14135: the backward pass computes the scores again (one product of the forward two)</source>
      <translation>Dao et al. 2022, arXiv:2205.14135：反向传播重新计算分数（前向两次乘积中的一次）</translation>
    </message>
    <message>
      <source>Data parallelism: the fullest replica</source>
      <translation>数据并行：最满的副本</translation>
    </message>
    <message>
      <source>Decode-context parallelism: each rank of the group keeps its share of the tokens</source>
      <translation>解码上下文并行：组内每个 rank 保存自己那份 token</translation>
    </message>
    <message>
      <source>DeepSeek-AI 2024, arXiv:2412.19437, section 2.2 (multi-token prediction)</source>
      <translation>DeepSeek-AI 2024, arXiv:2412.19437，第 2.2 节（多 token 预测）</translation>
    </message>
    <message>
      <source>DeepSeek-AI 2026, DeepSeek-V4; sglang layers/attention/dsv4/compressor.py: wkv_gate has no quant_config and bf16</source>
      <translation>DeepSeek-AI 2026, DeepSeek-V4；sglang layers/attention/dsv4/compressor.py：wkv_gate 没有 quant_config，为 bf16</translation>
    </message>
    <message>
      <source>DeepSpeed's docs, config-json: reduce_bucket_size 5e8, stage3_max_live_parameters 1e9; its stage_1_and_2.py has two buffers (ipg_buffer) with overlap_comm, stage3.py one</source>
      <translation>DeepSpeed 文档，config-json：reduce_bucket_size 5e8，stage3_max_live_parameters 1e9；stage_1_and_2.py 在 overlap_comm 时有两个缓冲区（ipg_buffer），stage3.py 一个</translation>
    </message>
    <message>
      <source>Dettmers et al. 2022, arXiv:2110.02861: 8 bit and a 4-byte scale per block of 256</source>
      <translation>Dettmers et al. 2022, arXiv:2110.02861：8 位，每 256 个一块有 4 字节的缩放</translation>
    </message>
    <message>
      <source>Each kind of weight of a layer is counted as one tensor</source>
      <translation>一层的每种权重计为一个张量</translation>
    </message>
    <message>
      <source>Every layer holds the whole context, windows too (an engine without a cache per kind of layer)</source>
      <translation>每层都保存整个上下文，窗口也是（引擎没有按层类别的缓存）</translation>
    </message>
    <message>
      <source>Every sequence held to its full context</source>
      <translation>每个序列都按完整上下文保存</translation>
    </message>
    <message>
      <source>Every sequence's prompt, read at once</source>
      <translation>一次读入每个序列的提示</translation>
    </message>
    <message>
      <source>Experts that are hit by some token are read: E(1 - (1 - k/E)^T), k of E and of the empty ones</source>
      <translation>被某个 token 命中的专家会被读取：E(1 - (1 - k/E)^T)，E 与空专家中的 k 个</translation>
    </message>
    <message>
      <source>Experts that the router does not choose</source>
      <translation>路由器未选中的专家</translation>
    </message>
    <message>
      <source>FLOPs of a rank at the peaks of the types it multiplies in, over the time; recomputes nothing, counts causal pairs</source>
      <translation>一个 rank 的 FLOPs 按各类型的峰值除以时间；不重复计算，只计因果对</translation>
    </message>
    <message>
      <source>FLOPs over the reached share of the peak of the type that is multiplied in; formats of weights alone (int4, nf4, GGUF, MXFP4) are widened to 16 bits</source>
      <translation>FLOPs 除以相乘所用类型的峰值中达到的份额；仅用于权重的格式（int4、nf4、GGUF、MXFP4）展宽为 16 位</translation>
    </message>
    <message>
      <source>FLOPs over the reached share of the peak of the type that is multiplied in; formats of weights alone (int4, nf4, GGUF, MXFP4) are widened to 16 bits; of it the engine's share</source>
      <translation>FLOPs 除以相乘所用类型的峰值中达到的份额；仅用于权重的格式（int4、nf4、GGUF、MXFP4）展宽为 16 位；其中引擎的份额</translation>
    </message>
    <message>
      <source>Fitted on measured decode attention of the same cards: bytes of the cache, unless the products take longer</source>
      <translation>按同一些卡上测得的 decode 注意力拟合：缓存的字节数，除非乘积更久</translation>
    </message>
    <message>
      <source>Fitted on measured prefill attention of A100, H100, H200, B200, L40S: its terms add up, p = 1</source>
      <translation>按 A100、H100、H200、B200、L40S 上测得的 prefill 注意力拟合：各项相加，p = 1</translation>
    </message>
    <message>
      <source>From sending the request to its first token, queue included</source>
      <translation>从发出请求到第一个 token，含排队</translation>
    </message>
    <message>
      <source>Gaps, host, and what fused kernels save</source>
      <translation>间隙、主机，以及融合内核省下的时间</translation>
    </message>
    <message>
      <source>Global batch</source>
      <translation>全局批大小</translation>
    </message>
    <message>
      <source>Google 2026, Gemma 4: a dense network beside the experts, each with norms of its own</source>
      <translation>Google 2026, Gemma 4：专家旁有稠密网络，各有自己的归一化</translation>
    </message>
    <message>
      <source>Gradients are accumulated over them</source>
      <translation>在这些微批上累积梯度</translation>
    </message>
    <message>
      <source>Gu &amp; Dao 2023, arXiv:2312.00752: depth-wise causal convolution over the last `kernel` tokens</source>
      <translation>Gu &amp; Dao 2023, arXiv:2312.00752：对最近 `kernel` 个 token 的逐通道因果卷积</translation>
    </message>
    <message>
      <source>HFU counts these</source>
      <translation>HFU 计入这些</translation>
    </message>
    <message>
      <source>HFU: all FLOPs that are executed, masked pairs and what is computed again among them, over the time and the dense peak of all GPUs</source>
      <translation>HFU：实际执行的全部 FLOPs，含被掩盖的对与重新计算的部分，除以时间与所有 GPU 的稠密峰值</translation>
    </message>
    <message>
      <source>Half of the output is there on average</source>
      <translation>平均已有一半输出</translation>
    </message>
    <message>
      <source>Hsu et al. 2024, arXiv:2410.10989, section 3.2: gradients of the head and of its input are computed chunk by chunk in the forward pass</source>
      <translation>Hsu et al. 2024, arXiv:2410.10989，第 3.2 节：head 及其输入的梯度在前向传播中逐块计算</translation>
    </message>
    <message>
      <source>Hu et al. 2021, arXiv:2106.09685; peft keeps adapters in fp32</source>
      <translation>Hu et al. 2021, arXiv:2106.09685；peft 以 fp32 保存适配器</translation>
    </message>
    <message>
      <source>Hu et al. 2021, arXiv:2106.09685; vllm/lora/layers: buffers of max_loras slots and max_lora_rank</source>
      <translation>Hu et al. 2021, arXiv:2106.09685；vllm/lora/layers：max_loras 个槽、max_lora_rank 的缓冲区</translation>
    </message>
    <message>
      <source>Identical layers</source>
      <translation>相同的层</translation>
    </message>
    <message>
      <source>Identical layers are one line with a count</source>
      <translation>相同的层合为一行并注明层数</translation>
    </message>
    <message>
      <source>Identical layers take the same time</source>
      <translation>相同的层用时相同</translation>
    </message>
    <message>
      <source>Inputs and outputs of the widest kernel of this part</source>
      <translation>此部分最宽内核的输入与输出</translation>
    </message>
    <message>
      <source>Its own prefill; a static batch's all at once</source>
      <translation>自己的 prefill；静态批为全部一起</translation>
    </message>
    <message>
      <source>Jordan et al. 2024 (Muon); torch.optim.Muon for matrices, AdamW for the rest</source>
      <translation>Jordan et al. 2024 (Muon)；矩阵用 torch.optim.Muon，其余用 AdamW</translation>
    </message>
    <message>
      <source>Kaplan et al. 2020, arXiv:2001.08361, table 1: two FLOPs per parameter and token</source>
      <translation>Kaplan et al. 2020, arXiv:2001.08361，表 1：每个参数和 token 两次 FLOPs</translation>
    </message>
    <message>
      <source>Kaplan et al. 2020, arXiv:2001.08361: one product for the input's gradient, one for the weight's</source>
      <translation>Kaplan et al. 2020, arXiv:2001.08361：输入梯度一次乘积，权重梯度一次</translation>
    </message>
    <message>
      <source>Kaplan et al. 2020: 6N per token, N the active parameters with both tables; no attention term</source>
      <translation>Kaplan et al. 2020：每个 token 6N，N 为激活参数（含两个表）；不含注意力项</translation>
    </message>
    <message>
      <source>Kaplan et al. 2020; N is the active parameters with both tables; no attention term</source>
      <translation>Kaplan et al. 2020；N 为激活参数（含两个表）；不含注意力项</translation>
    </message>
    <message>
      <source>Kernels that are launched one by one; a step that is one CUDA graph has no gaps</source>
      <translation>逐个启动的内核；整步为一个 CUDA 图时没有间隙</translation>
    </message>
    <message>
      <source>Korthikanti et al. 2022, arXiv:2205.05198, section 5: attention scores are computed again</source>
      <translation>Korthikanti et al. 2022, arXiv:2205.05198，第 5 节：注意力分数重新计算</translation>
    </message>
    <message>
      <source>Korthikanti et al. 2022, arXiv:2205.05198: sequence parallelism shares them over the TP ranks</source>
      <translation>Korthikanti et al. 2022, arXiv:2205.05198：序列并行在 TP rank 间分摊</translation>
    </message>
    <message>
      <source>Krell et al. 2021, arXiv:2107.02027: documents share a sequence, none attends to another</source>
      <translation>Krell et al. 2021, arXiv:2107.02027：多个文档共用一个序列，互不关注</translation>
    </message>
    <message>
      <source>Latency, and the bytes over the link's reached share</source>
      <translation>延迟，加上字节数除以链路达到的带宽</translation>
    </message>
    <message>
      <source>Launch and ramp of a kernel</source>
      <translation>内核的启动与爬升</translation>
    </message>
    <message>
      <source>Layers times keys and values; an entry of several tokens counts by its share</source>
      <translation>层数乘键和值；一个条目含多个 token 时按其份额计</translation>
    </message>
    <message>
      <source>Layers times the bytes of a token</source>
      <translation>层数乘每个 token 的字节数</translation>
    </message>
    <message>
      <source>Layers times the calls of one; what is between GPUs beside them</source>
      <translation>层数乘一层的调用；GPU 之间的另计</translation>
    </message>
    <message>
      <source>Layers times their block, tables, LM head, collectives, engine</source>
      <translation>层数乘各自的块，加表、LM head、集合通信与引擎</translation>
    </message>
    <message>
      <source>Lepikhin et al. 2020, arXiv:2006.16668: whole experts spread over ranks; without it each is cut by TP</source>
      <translation>Lepikhin et al. 2020, arXiv:2006.16668：整个专家分布在各 rank；否则每个专家按 TP 切分</translation>
    </message>
    <message>
      <source>Lepikhin et al. 2020, arXiv:2006.16668; inside a tensor-parallel group every rank has the rows, and the all-reduce brings the results together</source>
      <translation>Lepikhin et al. 2020, arXiv:2006.16668；张量并行组内每个 rank 都有这些行，由 all-reduce 汇合结果</translation>
    </message>
    <message>
      <source>Lieber et al. 2024, arXiv:2403.19887: norms on step, B and C</source>
      <translation>Lieber et al. 2024, arXiv:2403.19887：步长、B 与 C 上的归一化</translation>
    </message>
    <message>
      <source>Logits and 3 fp32 copies of them: flashinfer/sampling.py, top_k_top_p_sampling_from_logits, top_k_first; high end: a head in fp32</source>
      <translation>logits 与其 3 份 fp32 副本：flashinfer/sampling.py，top_k_top_p_sampling_from_logits，top_k_first；上端：fp32 的 head</translation>
    </message>
    <message>
      <source>Logits of every token</source>
      <translation>每个 token 的 logits</translation>
    </message>
    <message>
      <source>Logits of the last token of each sequence</source>
      <translation>每个序列最后一个 token 的 logits</translation>
    </message>
    <message>
      <source>Logits, 3 fp32 copies of them and a row per multiprocessor: vllm/v1/sample/ops/topk_topp_triton.py; low end: no buffer; high end: a head in fp32 and a buffer of 170 rows</source>
      <translation>logits、其 3 份 fp32 副本及每个多处理器一行：vllm/v1/sample/ops/topk_topp_triton.py；下端：没有缓冲区；上端：fp32 的 head 与 170 行缓冲区</translation>
    </message>
    <message>
      <source>Logits, 9 fp32 copies of them and, below 128 sequences, 3 more: pytorch SortStable.cu, segmented_sort_pairs; low end: a sampler that does not sort, at most a 20th of the card less; high end: a head in fp32 (printed peaks of 2024-2026: 9.4 to 9.6 copies in all)</source>
      <translation>logits、其 9 份 fp32 副本，少于 128 个序列时再加 3 份：pytorch SortStable.cu，segmented_sort_pairs；下端：不排序的采样器，最多少显卡的 1/20；上端：fp32 的 head（2024-2026 打印的峰值：共 9.4 到 9.6 份）</translation>
    </message>
    <message>
      <source>MFU as in PaLM, Chowdhery et al. 2022, arXiv:2204.02311, appendix B: 6N + 12 L d s per token, attention not halved for the causal mask</source>
      <translation>PaLM 的 MFU，Chowdhery et al. 2022, arXiv:2204.02311，附录 B：每个 token 6N + 12 L d s，注意力不因因果掩码减半</translation>
    </message>
    <message>
      <source>MFU by 6N per token (4N where the base is frozen), without the attention term</source>
      <translation>按每个 token 6N 的 MFU（基座冻结时 4N），不含注意力项</translation>
    </message>
    <message>
      <source>MFU: model FLOPs (forward and backward once, causal pairs only, the same for every implementation) over the time and the dense peak of all GPUs</source>
      <translation>MFU：模型 FLOPs（前向与反向各一次，只计因果对，对任何实现都相同）除以时间与所有 GPU 的稠密峰值</translation>
    </message>
    <message>
      <source>Ma et al. 2024, arXiv:2402.17764 (BitNet b1.58): a norm before the output projection</source>
      <translation>Ma et al. 2024, arXiv:2402.17764（BitNet b1.58）：输出投影前的归一化</translation>
    </message>
    <message>
      <source>Matrices divided by TP, layers by PP</source>
      <translation>矩阵按 TP、层按 PP 切分</translation>
    </message>
    <message>
      <source>Matrices divided by TP, norms and row-parallel biases on every rank</source>
      <translation>矩阵按 TP 切分；归一化与行并行的偏置每个 rank 各有一份</translation>
    </message>
    <message>
      <source>Megatron-LM docs, distributed optimizer: 18 bytes per parameter, 6 + 12/dp when it is distributed</source>
      <translation>Megatron-LM 文档，分布式优化器：每个参数 18 字节，分布时为 6 + 12/dp</translation>
    </message>
    <message>
      <source>Megatron-LM, vocab_parallel_cross_entropy: logits and one fp32 copy, cut by TP</source>
      <translation>Megatron-LM，vocab_parallel_cross_entropy：logits 与一份 fp32 副本，按 TP 切分</translation>
    </message>
    <message>
      <source>Meituan 2025, LongCat-Flash: experts that pass their input through</source>
      <translation>Meituan 2025, LongCat-Flash：让输入直接通过的专家</translation>
    </message>
    <message>
      <source>Micro-batch times tokens</source>
      <translation>微批大小乘 token 数</translation>
    </message>
    <message>
      <source>MiniMax 2026, MiniMax-M3 (indexer over blocks of keys)</source>
      <translation>MiniMax 2026, MiniMax-M3（对键块的索引器）</translation>
    </message>
    <message>
      <source>Model FLOPs of one step on all GPUs: forward and backward once, 2MKN per matrix product</source>
      <translation>所有 GPU 上一步的模型 FLOPs：前向与反向各一次，每次矩阵乘 2MKN</translation>
    </message>
    <message>
      <source>NVIDIA 2025, Nemotron 3 (experts in a smaller space)</source>
      <translation>NVIDIA 2025, Nemotron 3（较小空间中的专家）</translation>
    </message>
    <message>
      <source>Narayanan et al. 2021, arXiv:2104.04473, section 2.2: 1F1B, and interleaved stages</source>
      <translation>Narayanan et al. 2021, arXiv:2104.04473，第 2.2 节：1F1B 与交错的流水段</translation>
    </message>
    <message>
      <source>Narayanan et al. 2021, arXiv:2104.04473: (p - 1) / (v m) of the time</source>
      <translation>Narayanan et al. 2021, arXiv:2104.04473：时间的 (p - 1) / (v m)</translation>
    </message>
    <message>
      <source>Negative when the plan does not fit</source>
      <translation>放不下时为负</translation>
    </message>
    <message>
      <source>Negative when the plan does not fit, or less is free than the engine asks for</source>
      <translation>放不下，或剩余少于引擎要求时为负</translation>
    </message>
    <message>
      <source>No formula was held against a measurement</source>
      <translation>没有公式与测量对照过</translation>
    </message>
    <message>
      <source>Nothing can be faster in this arithmetic: bytes read over the bandwidth, or FLOPs over their peak</source>
      <translation>此算术下的极限：读取字节除以带宽，或 FLOPs 除以峰值</translation>
    </message>
    <message>
      <source>Nothing is drafted</source>
      <translation>没有草稿</translation>
    </message>
    <message>
      <source>Observed on serving engines: device context 0.30-0.55 GiB, other 0.02-0.14, graphs 0.2-1.2, communicator 0.2-0.7</source>
      <translation>在推理引擎上观测：设备上下文 0.30-0.55 GiB，其他 0.02-0.14，图 0.2-1.2，通信器 0.2-0.7</translation>
    </message>
    <message>
      <source>Of the calls with this peak, once</source>
      <translation>此峰值的各次调用，计一次</translation>
    </message>
    <message>
      <source>Of the last matrix's input, of both factors of a gated product; the layer's output and its gradient</source>
      <translation>最后一个矩阵的输入、门控乘积的两个因子的梯度；层的输出及其梯度</translation>
    </message>
    <message>
      <source>On all GPUs</source>
      <translation>在所有 GPU 上</translation>
    </message>
    <message>
      <source>One batch is in one stage at a time: the others wait (p - 1)/p of the pass, unless as many batches are under way</source>
      <translation>一个批同一时刻只在一个流水段：其他段等待该遍的 (p - 1)/p，除非有同样多的批在进行</translation>
    </message>
    <message>
      <source>One chunk's logits at a time, computed again in the backward pass; two more gradients of the head while they are summed: measured in fp32</source>
      <translation>一次一个分块的 logits，反向传播时重新计算；求和时再有 head 的两份梯度：以 fp32 测得</translation>
    </message>
    <message>
      <source>One document per sequence; the tokens that fill it up are computed, and count for nothing</source>
      <translation>每个序列一个文档；补齐的 token 会计算，但不计数</translation>
    </message>
    <message>
      <source>One element per token of the vocabulary</source>
      <translation>词表中每个 token 一个元素</translation>
    </message>
    <message>
      <source>One for each layer</source>
      <translation>每层一个</translation>
    </message>
    <message>
      <source>One kernel reads two rows of d_model and writes two: a residual add and a norm less one call and one sixth of their bytes (vLLM fused_add_rms_norm, TensorRT-LLM)</source>
      <translation>一个内核读两行 d_model 并写两行：残差相加与归一化，减去一次调用和其字节的六分之一（vLLM fused_add_rms_norm、TensorRT-LLM）</translation>
    </message>
    <message>
      <source>One layer at a time</source>
      <translation>一次一层</translation>
    </message>
    <message>
      <source>One of each sequence, and those that are drafted</source>
      <translation>每个序列一个，加上草稿的 token</translation>
    </message>
    <message>
      <source>One on each replica</source>
      <translation>每个副本一个</translation>
    </message>
    <message>
      <source>One row of d_model elements per token of the vocabulary</source>
      <translation>词表中每个 token 一行 d_model 个元素</translation>
    </message>
    <message>
      <source>One row of d_model per token and stage</source>
      <translation>每个 token 和流水段一行 d_model</translation>
    </message>
    <message>
      <source>One row of fp32 logits per sequence, gathered over the ranks</source>
      <translation>每个序列一行 fp32 logits，在各 rank 间汇集</translation>
    </message>
    <message>
      <source>Only one part is alive at a time</source>
      <translation>同一时刻只有一个部分存在</translation>
    </message>
    <message>
      <source>Over all GPUs</source>
      <translation>对所有 GPU</translation>
    </message>
    <message>
      <source>Over all groups</source>
      <translation>对所有层组</translation>
    </message>
    <message>
      <source>Over all growing caches</source>
      <translation>对所有增长的缓存求和</translation>
    </message>
    <message>
      <source>Over the layers of this rank</source>
      <translation>对此 rank 的各层</translation>
    </message>
    <message>
      <source>Parameters that one rank has to train: matrices divided by TP, whole experts by EP, layers by PP</source>
      <translation>一个 rank 要训练的参数：矩阵按 TP、整个专家按 EP、层按 PP 切分</translation>
    </message>
    <message>
      <source>Parts are not all at one end at a time: the band is held to 6 % of the card and 0.5 GiB</source>
      <translation>各部分不会同时处于同一端：区间限制在显卡的 6 % 与 0.5 GiB</translation>
    </message>
    <message>
      <source>Per GPU, over all layers that keep keys and values of a new token</source>
      <translation>每 GPU，对所有保存新 token 键和值的层求和</translation>
    </message>
    <message>
      <source>Per GPU, over the layers that grow with the context</source>
      <translation>每 GPU，对随上下文增长的各层求和</translation>
    </message>
    <message>
      <source>Per token, with both embedding tables</source>
      <translation>每个 token，含两个嵌入表</translation>
    </message>
    <message>
      <source>Per token, with both embedding tables; its choices are real experts in the share that these are of all experts. Meituan 2025, arXiv:2509.01322 (LongCat-Flash: 18.6 to 31.3 B, 27 B on average, without the input table)</source>
      <translation>每个 token，含两个嵌入表；按真实专家占所有专家的份额选中。Meituan 2025, arXiv:2509.01322（LongCat-Flash：18.6 至 31.3 B，平均 27 B，不含输入表）</translation>
    </message>
    <message>
      <source>Per token, with both embedding tables; where every choice of the router is a real expert</source>
      <translation>每个 token，含两个嵌入表；路由器每次都选中真实专家时</translation>
    </message>
    <message>
      <source>Pope et al. 2022, arXiv:2211.05102: a decode step reads the whole KV cache</source>
      <translation>Pope et al. 2022, arXiv:2211.05102：一次 decode 步读取整个 KV 缓存</translation>
    </message>
    <message>
      <source>Power limit of the boards over the tokens of a second: no host, no cooling, and never more than this</source>
      <translation>板卡功率上限除以每秒 token 数：不含主机与散热，实际不会超过它</translation>
    </message>
    <message>
      <source>Predicted from one block, since the constants were fitted to single blocks measured here. Layers times their block, tables, LM head, collectives, engine</source>
      <translation>由一个块推得，因为常数是按在此测得的单个块拟合的。层数乘以其块，加上表、LM head、集合通信和引擎</translation>
    </message>
    <message>
      <source>Price of an hour of all GPUs over the tokens of an hour; lowest and highest price found</source>
      <translation>所有 GPU 一小时的价格除以一小时的 token 数；取找到的最低与最高价</translation>
    </message>
    <message>
      <source>Product of the degrees</source>
      <translation>并行度之积</translation>
    </message>
    <message>
      <source>Qiu et al. 2025, arXiv:2505.06708 (gated attention)</source>
      <translation>Qiu et al. 2025, arXiv:2505.06708（门控注意力）</translation>
    </message>
    <message>
      <source>Reads and writes one row of d_model elements per token</source>
      <translation>每个 token 读写一行 d_model 个元素</translation>
    </message>
    <message>
      <source>Reads two rows of d_model per token and writes one</source>
      <translation>每个 token 读两行 d_model，写一行</translation>
    </message>
    <message>
      <source>Requests beyond those that run wait for one of these to end</source>
      <translation>超出运行数的请求等待其中一个结束</translation>
    </message>
    <message>
      <source>Requests of this context, times the context: an entry stands for several tokens, a window does not grow</source>
      <translation>此上下文的请求数乘上下文：一个条目代表多个 token，窗口不增长</translation>
    </message>
    <message>
      <source>Requests that run at a time over the time that one of them takes, on all replicas</source>
      <translation>同时运行的请求数除以一个请求的用时，所有副本</translation>
    </message>
    <message>
      <source>Room for the cache over the bytes of a token</source>
      <translation>缓存空间除以每个 token 的字节数</translation>
    </message>
    <message>
      <source>Room for the cache, less what all sequences share, over what one sequence of this context takes; vLLM gives a window of each request room for a whole step (SlidingWindowSpec.max_memory_usage_bytes)</source>
      <translation>缓存空间减去所有序列共享的部分，除以此上下文的一个序列所占；vLLM 为每个请求的窗口留出整步的空间（SlidingWindowSpec.max_memory_usage_bytes）</translation>
    </message>
    <message>
      <source>Rows of d_model per token</source>
      <translation>每个 token 若干行 d_model</translation>
    </message>
    <message>
      <source>Rows of the width, and the stream, the output of attention and the normed input beside them</source>
      <translation>宽度方向的各行，以及旁边的残差流、注意力输出与归一化后的输入</translation>
    </message>
    <message>
      <source>SGLang: mem_fraction_static of what is free before loading</source>
      <translation>SGLang：加载前剩余显存的 mem_fraction_static</translation>
    </message>
    <message>
      <source>Saved-tensor hooks on Hugging Face layers, torch 2.13, transformers 5.24</source>
      <translation>Hugging Face 层上的 saved-tensor hooks，torch 2.13，transformers 5.24</translation>
    </message>
    <message>
      <source>Scores and values: two products of 2 FLOPs per pair, head and element</source>
      <translation>分数与值：每个对、头和元素两次各 2 FLOPs 的乘积</translation>
    </message>
    <message>
      <source>Scores of one layer in fp32, and the queries, keys and values beside them</source>
      <translation>一层的 fp32 分数，以及旁边的查询、键和值</translation>
    </message>
    <message>
      <source>Sequences of the batch that the room for the KV cache holds at their mean length; the others wait</source>
      <translation>KV 缓存空间按平均长度能容纳的批内序列数；其余等待</translation>
    </message>
    <message>
      <source>Shoeybi et al. 2019, arXiv:1909.08053, section 3: heads and channels divided over the ranks</source>
      <translation>Shoeybi et al. 2019, arXiv:1909.08053，第 3 节：头与通道分到各 rank</translation>
    </message>
    <message>
      <source>Stages without a group of sequences under way</source>
      <translation>没有序列组在进行的流水段</translation>
    </message>
    <message>
      <source>Stated by the model's source</source>
      <translation>由模型的来源给出</translation>
    </message>
    <message>
      <source>States, the largest of what happens at one time, and overheads</source>
      <translation>状态、同一时刻最大的量，以及开销</translation>
    </message>
    <message>
      <source>Su et al. 2021, arXiv:2104.09864: reads and writes queries and keys</source>
      <translation>Su et al. 2021, arXiv:2104.09864：读写查询与键</translation>
    </message>
    <message>
      <source>Sum of its kernels, without launch gaps and collectives</source>
      <translation>各内核之和，不含启动间隙与集合通信</translation>
    </message>
    <message>
      <source>Sum over the model's tensors; tied tables count once</source>
      <translation>模型所有张量之和；共用的表只计一次</translation>
    </message>
    <message>
      <source>TTFT and a TPOT for each further token</source>
      <translation>TTFT 加每个后续 token 一个 TPOT</translation>
    </message>
    <message>
      <source>TensorRT-LLM: free_gpu_memory_fraction of what is free after loading, for the KV cache alone</source>
      <translation>TensorRT-LLM：加载后剩余显存的 free_gpu_memory_fraction，只用于 KV 缓存</translation>
    </message>
    <message>
      <source>Thakur et al. 2005 (ring all-reduce): each rank sends 2(n-1)/n of the bytes</source>
      <translation>Thakur et al. 2005（环形 all-reduce）：每个 rank 发送 2(n-1)/n 的字节</translation>
    </message>
    <message>
      <source>The estimate times the engine's band</source>
      <translation>估计值乘引擎的区间</translation>
    </message>
    <message>
      <source>The experts' rows, and their outputs where these do not fit into the place of what was multiplied</source>
      <translation>专家的各行，以及放不进被乘数位置时的输出</translation>
    </message>
    <message>
      <source>The fraction at which nothing stays free</source>
      <translation>剩余恰为零的比例</translation>
    </message>
    <message>
      <source>The largest of what happens at one time</source>
      <translation>同一时刻最大的量</translation>
    </message>
    <message>
      <source>The last hidden state and the residual that it came from: printed peaks of Qwen3-32B, Llama-3.1-8B, Llama-3.3-70B and gpt-oss-120b lie within 0.06 GiB of the logits and two rows (llm-d-planner, vLLM 0.11)</source>
      <translation>最后的隐藏状态及其来源残差：Qwen3-32B、Llama-3.1-8B、Llama-3.3-70B 与 gpt-oss-120b 打印的峰值与 logits 加两行相差不到 0.06 GiB（llm-d-planner，vLLM 0.11）</translation>
    </message>
    <message>
      <source>The prompt less what the prefix cache holds</source>
      <translation>提示减去前缀缓存中已有的部分</translation>
    </message>
    <message>
      <source>The rarest kind's layers; the commonest's where that is less than a quarter more</source>
      <translation>最少一类的层数；若不比其多四分之一则取最多一类的</translation>
    </message>
    <message>
      <source>The residual stream, and the widest part or the logits: these are not alive together</source>
      <translation>残差流，加上最宽的部分或 logits：两者不同时存在</translation>
    </message>
    <message>
      <source>The rest of the card is kept for activations</source>
      <translation>显卡的其余部分留给激活</translation>
    </message>
    <message>
      <source>The step under way, the prefills ahead, and the first burst: the clients' first requests come at once and wait for (B - 1) / 2 prefills, one round in so many</source>
      <translation>进行中的一步、前面的 prefill 与首次突发：各客户端的首个请求同时到达，等待 (B - 1) / 2 次 prefill，每若干轮一次</translation>
    </message>
    <message>
      <source>The token table on the first stage, the head on the last</source>
      <translation>词嵌入表在第一段，head 在最后一段</translation>
    </message>
    <message>
      <source>Tokens of a step that count, without padding, over its time</source>
      <translation>一步中有效的 token（不含填充）除以其时间</translation>
    </message>
    <message>
      <source>Training takes what it needs; an allocator's cache comes on top</source>
      <translation>训练按需占用；分配器的缓存另计</translation>
    </message>
    <message>
      <source>Two pools: no prefill of others runs between the steps, and the cache of a prompt goes over the link once</source>
      <translation>两个池：步之间没有其他请求的 prefill，提示的缓存经链路传一次</translation>
    </message>
    <message>
      <source>Weights without the input tables; the KV cache up to the context</source>
      <translation>不含输入表的权重；直到上下文为止的 KV 缓存</translation>
    </message>
    <message>
      <source>Weights, KV cache, activations and overheads that exist at the same time</source>
      <translation>同时存在的权重、KV 缓存、激活与开销</translation>
    </message>
    <message>
      <source>What a rank multiplies, at the dense peak of the type in which it does</source>
      <translation>一个 rank 的乘法量，按所用类型的稠密峰值</translation>
    </message>
    <message>
      <source>What is there before a step begins</source>
      <translation>一步开始前已有的量</translation>
    </message>
    <message>
      <source>What lies outside the fraction is left out</source>
      <translation>比例之外的部分不计</translation>
    </message>
    <message>
      <source>What no process held on the device; a display and other processes are taken off already</source>
      <translation>没有被任何进程占用的显存；显示与其他进程已扣除</translation>
    </message>
    <message>
      <source>What software can allocate on the device, less than its label, without what is kept for others</source>
      <translation>软件在设备上能分配的量，小于标称值，且不含为其他用途保留的部分</translation>
    </message>
    <message>
      <source>What the attention of one step reads, without the rest of the pages</source>
      <translation>一步的注意力所读取的量，不含页的其余部分</translation>
    </message>
    <message>
      <source>What the device waits for the host in each step</source>
      <translation>每步中设备等待主机的时间</translation>
    </message>
    <message>
      <source>What the engine holds whatever the load: nvidia-smi shows this</source>
      <translation>不论负载如何引擎都占用的量：nvidia-smi 显示的就是它</translation>
    </message>
    <message>
      <source>Williams et al. 2009 (roofline) with a fixed time per call and a soft corner</source>
      <translation>Williams et al. 2009（roofline），每次调用有固定时间，拐角平滑</translation>
    </message>
    <message>
      <source>Windows and states at this batch</source>
      <translation>此批大小下的窗口与状态</translation>
    </message>
    <message>
      <source>Without the prefills of other requests</source>
      <translation>不含其他请求的 prefill</translation>
    </message>
    <message>
      <source>Zhang et al. 2022, arXiv:2205.01068 (OPT-350m: a table narrower than the layers)</source>
      <translation>Zhang et al. 2022, arXiv:2205.01068（OPT-350m：表比层窄）</translation>
    </message>
    <message>
      <source>Zhao et al. 2023, arXiv:2304.11277: fp32 shards, gathered and computed in bf16</source>
      <translation>Zhao et al. 2023, arXiv:2304.11277：fp32 分片，汇集后以 bf16 计算</translation>
    </message>
    <message>
      <source>bfloat16: 8-bit exponent, 8-bit significand</source>
      <translation>bfloat16：8 位指数，8 位有效数字</translation>
    </message>
    <message>
      <source>ggml block types, github.com/ggml-org/llama.cpp ggml/src/ggml-common.h</source>
      <translation>ggml 块类型，github.com/ggml-org/llama.cpp ggml/src/ggml-common.h</translation>
    </message>
    <message>
      <source>ggml/src/ggml-alloc.c: the tensors of a step that live at the same time, at the worst moment</source>
      <translation>ggml/src/ggml-alloc.c：一步中同时存在的张量，取最不利的时刻</translation>
    </message>
    <message>
      <source>ggml/src/ggml-backend.cpp: inputs in four copies where layers are spread over cards</source>
      <translation>ggml/src/ggml-backend.cpp：层分布在多张卡上时输入有四份</translation>
    </message>
    <message>
      <source>ggml/src/ggml-cuda/fattn.cu: a quantised cache is read in fp16, a copy of one layer (ggml-org/llama.cpp#23907)</source>
      <translation>ggml/src/ggml-cuda/fattn.cu：量化的缓存以 fp16 读取，一层的副本（ggml-org/llama.cpp#23907）</translation>
    </message>
    <message>
      <source>github.com/NVIDIA/TensorRT-LLM _torch/modules/attention.py: k_b_proj_trans is a tensor of its own, v_b_proj a view of kv_b_proj</source>
      <translation>github.com/NVIDIA/TensorRT-LLM _torch/modules/attention.py：k_b_proj_trans 是自己的张量，v_b_proj 是 kv_b_proj 的视图</translation>
    </message>
    <message>
      <source>github.com/sgl-project/sglang deepseek_v2.py, post_load_weights: w_kc and w_vc are made contiguous, in fp8 where kv_b_proj is; 94.50 GiB of DeepSeek-R1-FP4 at TP 4 with them</source>
      <translation>github.com/sgl-project/sglang deepseek_v2.py，post_load_weights：w_kc 与 w_vc 变为连续，kv_b_proj 为 fp8 时也是 fp8；DeepSeek-R1-FP4 在 TP 4 时含它们为 94.50 GiB</translation>
    </message>
    <message>
      <source>github.com/vllm-project/vllm MLACommonImpl.process_weights_after_loading: W_UK_T and W_UV are views of kv_b_proj, or of what it is dequantised to; 21.21 GiB of DeepSeek-R1-AWQ at TP 16 with them (pull 14447)</source>
      <translation>github.com/vllm-project/vllm MLACommonImpl.process_weights_after_loading：W_UK_T 与 W_UV 是 kv_b_proj 或其反量化结果的视图；DeepSeek-R1-AWQ 在 TP 16 时含它们为 21.21 GiB（pull 14447）</translation>
    </message>
    <message>
      <source>github.com/vllm-project/vllm model_executor/layers/quantization/mxfp4.py: the width of a rank up to 128, that of the layer up to 256</source>
      <translation>github.com/vllm-project/vllm model_executor/layers/quantization/mxfp4.py：rank 的宽度补齐到 128，层的宽度补齐到 256</translation>
    </message>
    <message>
      <source>github.com/vllm-project/vllm: cos_sin_cache of its rotary embeddings, loaded with the model</source>
      <translation>github.com/vllm-project/vllm：其旋转嵌入的 cos_sin_cache，随模型加载</translation>
    </message>
    <message>
      <source>ik_llama.cpp -mla 0 prints n_embd_k_gqa 24,576 and n_embd_v_gqa 16,384 for DeepSeek-V3</source>
      <translation>ik_llama.cpp -mla 0 对 DeepSeek-V3 打印 n_embd_k_gqa 24,576 与 n_embd_v_gqa 16,384</translation>
    </message>
    <message>
      <source>llama.cpp llama-kv-cache-iswa.cpp: windows of all sequences and one step, padded to 256 cells; older ones pad to 32 without flash attention</source>
      <translation>llama.cpp llama-kv-cache-iswa.cpp：所有序列的窗口加一步，补齐到 256 格；旧版在没有 flash attention 时补齐到 32 格</translation>
    </message>
    <message>
      <source>llama.cpp tools/mtmd: a file of its own beside the decoder's, as published in 16 bits</source>
      <translation>llama.cpp tools/mtmd：解码器文件之外的单独文件，以 16 位发布</translation>
    </message>
    <message>
      <source>mamba_ssm_dtype float32 in configs of Qwen3.5; vLLM says 2,096 tokens of 1,024 bytes for a state of Qwen3.5-35B-A3B: 4 * 32 * 128 * 128 + 2 * 8,192 * 3 bytes</source>
      <translation>Qwen3.5 配置中 mamba_ssm_dtype 为 float32；vLLM 说 Qwen3.5-35B-A3B 的一个状态为 2,096 个 1,024 字节的 token：4 * 32 * 128 * 128 + 2 * 8,192 * 3 字节</translation>
    </message>
    <message>
      <source>pytorch c10/cuda/CUDACachingAllocator.cpp: tensors of 1 to 10 MiB come out of segments of 20 MiB, and what is left of a block stays with it up to 1 MiB; opt-125m prints 244.6 MiB (vllm-project/vllm#3120), 5.7 of them so</source>
      <translation>pytorch c10/cuda/CUDACachingAllocator.cpp：1 至 10 MiB 的张量取自 20 MiB 的内存段，块内剩余不超过 1 MiB 时随块一并占用；opt-125m 打印 244.6 MiB（vllm-project/vllm#3120），其中 5.7 MiB 由此而来</translation>
    </message>
    <message>
      <source>src/llama-context.cpp, graph_reserve: tokens of a step that have logits (ggml-org/llama.cpp#23861)</source>
      <translation>src/llama-context.cpp，graph_reserve：一步中有 logits 的 token（ggml-org/llama.cpp#23861）</translation>
    </message>
    <message>
      <source>src/llama-graph.cpp: which cells a token of the step sees; flash attention reads it in fp16 (#23764)</source>
      <translation>src/llama-graph.cpp：一步中的 token 能看到哪些格；flash attention 以 fp16 读取（#23764）</translation>
    </message>
    <message>
      <source>src/llama-kv-cache.cpp, attn_rot: a quantised cache is rotated by a matrix of the head's width</source>
      <translation>src/llama-kv-cache.cpp，attn_rot：量化的缓存由头宽的矩阵旋转</translation>
    </message>
    <message>
      <source>torch 2.13, FSDP SHARD_GRAD_OP: weights stay gathered in the type of the arithmetic until the backward pass</source>
      <translation>torch 2.13，FSDP SHARD_GRAD_OP：权重以运算类型保持汇集，直到反向传播</translation>
    </message>
    <message>
      <source>torch 2.13, optim/_muon.py: momentum's update in fp32, _zeropower_via_newtonschulz in bf16</source>
      <translation>torch 2.13，optim/_muon.py：动量的更新为 fp32，_zeropower_via_newtonschulz 为 bf16</translation>
    </message>
    <message>
      <source>torch 2.13: FSDP reduces the gradients of a unit when its last one is there; FSDP2 holds the copy in the type of the reduction until the next unit's (fsdp/_fully_shard/_fsdp_param_group.py, ReduceScatterState)</source>
      <translation>torch 2.13：FSDP 在一个单元的最后一个梯度到齐时归约；FSDP2 以归约的类型保留副本直到下一个单元的到来（fsdp/_fully_shard/_fsdp_param_group.py，ReduceScatterState）</translation>
    </message>
    <message>
      <source>torch 2.13: an optimizer keeps its states in the type of the parameter</source>
      <translation>torch 2.13：优化器以参数的类型保存状态</translation>
    </message>
    <message>
      <source>torch 2.13: an optimizer keeps its states in the type of the parameter; foreach holds one more copy</source>
      <translation>torch 2.13：优化器以参数的类型保存状态；foreach 再多一份副本</translation>
    </message>
    <message>
      <source>torch.autocast: fp32 parameters, a bf16 copy of each matrix for the matrix product</source>
      <translation>torch.autocast：fp32 参数，每个矩阵做乘法时有一份 bf16 副本</translation>
    </message>
    <message>
      <source>torch.autocast: the backward pass of a matrix product needs the cast copy of its matrix</source>
      <translation>torch.autocast：矩阵乘的反向传播需要其矩阵转换后的副本</translation>
    </message>
    <message>
      <source>torch.optim: a 4-byte step beside each tensor's states</source>
      <translation>torch.optim：每个张量的状态旁有 4 字节的步数</translation>
    </message>
    <message>
      <source>torch.utils.checkpoint stops before the last matrix of what is computed again</source>
      <translation>torch.utils.checkpoint 在重新计算的最后一个矩阵之前停止</translation>
    </message>
    <message>
      <source>torch: at the backward pass of the softmax its input's gradient is there beside its output's</source>
      <translation>torch：softmax 反向传播时，其输入的梯度与输出的梯度同时存在</translation>
    </message>
    <message>
      <source>torch: the gradient of a matrix is computed, and then added to the one that is there</source>
      <translation>torch：先算出矩阵的梯度，再加到已有的梯度上</translation>
    </message>
    <message>
      <source>torch: zero_grad sets gradients to none; with one micro-batch a forward pass is without them</source>
      <translation>torch：zero_grad 将梯度置空；只有一个微批时前向传播没有梯度</translation>
    </message>
    <message>
      <source>vLLM profiles its largest step and samples for every sequence of it, when the layers are done</source>
      <translation>vLLM 以最大的一步做剖析，层算完后为其中每个序列采样</translation>
    </message>
    <message>
      <source>vLLM v1 kv_cache_interface.py: whole pages; a window needs its tokens less one and a page more; all share one step</source>
      <translation>vLLM v1 kv_cache_interface.py：整页；窗口需要其 token 数减一再多一页；所有序列共用一步</translation>
    </message>
    <message>
      <source>vLLM: gpu_memory_utilization of the card's total memory</source>
      <translation>vLLM：显卡总显存的 gpu_memory_utilization</translation>
    </message>
    <message>
      <source>vllm/lora/layers/fused_moe.py: a pair beside each matrix of every expert of the rank</source>
      <translation>vllm/lora/layers/fused_moe.py：rank 上每个专家的每个矩阵旁有一对</translation>
    </message>
    <message>
      <source>vllm/model_executor/layers/mamba/mamba_utils.py: kda_state_dtype keeps the recurrent state in float32</source>
      <translation>vllm/model_executor/layers/mamba/mamba_utils.py：kda_state_dtype 以 float32 保存循环状态</translation>
    </message>
    <message>
      <source>vllm/platforms/interface.py: 16 * cdiv(state, 16 * bytes of a token)</source>
      <translation>vllm/platforms/interface.py：16 * cdiv(state, 16 * 每个 token 的字节数)</translation>
    </message>
    <message>
      <source>vllm/v1/core/kv_cache_utils.py, get_kv_cache_capacity: the requests of a whole context, times the context</source>
      <translation>vllm/v1/core/kv_cache_utils.py，get_kv_cache_capacity：完整上下文的请求数乘上下文</translation>
    </message>
    <message>
      <source>vllm/v1/core/kv_cache_utils.py: all workers have as many blocks as the one with the fewest</source>
      <translation>vllm/v1/core/kv_cache_utils.py：所有 worker 的块数与最少的一个相同</translation>
    </message>
    <message>
      <source>vllm/v1/core/kv_cache_utils.py: pages of one size, shared by groups of equally many layers of one kind</source>
      <translation>vllm/v1/core/kv_cache_utils.py：页大小相同，由层数相等的同类层组共用</translation>
    </message>
    <message>
      <source>vllm/v1/kv_cache_interface.py: two pages per sequence with prefix caching, one without</source>
      <translation>vllm/v1/kv_cache_interface.py：有前缀缓存时每个序列两页，否则一页</translation>
    </message>
  </context>
  <context>
    <name>remedies</name>
    <message>
      <source>A model with {fewer} KV heads in place of {now}</source>
      <translation>改用 {fewer} 个 KV 头的模型（现为 {now}）</translation>
    </message>
    <message>
      <source>Batch of {most:,} in place of {now:,}</source>
      <translation>批大小 {most:,}（现为 {now:,}）</translation>
    </message>
    <message>
      <source>CP {cp} in place of 1, on the same GPUs</source>
      <translation>CP {cp}（现为 1），GPU 不变</translation>
    </message>
    <message>
      <source>Context of {most:,} in place of {now:,}</source>
      <translation>上下文 {most:,}（现为 {now:,}）</translation>
    </message>
    <message>
      <source>Every layer checkpointed (one forward pass more)</source>
      <translation>每层都重计算（多一次前向）</translation>
    </message>
    <message>
      <source>KV cache in {format}</source>
      <translation>KV 缓存用 {format}</translation>
    </message>
    <message>
      <source>Linear layer and cross-entropy fused: no whole logits</source>
      <translation>线性层与交叉熵融合：不出现完整 logits</translation>
    </message>
    <message>
      <source>Memory fraction {most} % in place of {now} %</source>
      <translation>显存比例 {most} %（现为 {now} %）</translation>
    </message>
    <message>
      <source>Micro-batch of {half:,} in place of {now:,}, gradients accumulated</source>
      <translation>微批 {half:,}（现为 {now:,}），累积梯度</translation>
    </message>
    <message>
      <source>Optimizer states on the host (slower steps)</source>
      <translation>优化器状态放主机（每步变慢）</translation>
    </message>
    <message>
      <source>PP {pp} in place of {now}, {gpus} GPUs in all</source>
      <translation>PP {pp}（现为 {now}），共 {gpus} 个 GPU</translation>
    </message>
    <message>
      <source>Recipe: {recipe}</source>
      <translation>配方：{recipe}</translation>
    </message>
    <message>
      <source>TP {tp} in place of {now}, {gpus} GPUs in all</source>
      <translation>TP {tp}（现为 {now}），共 {gpus} 个 GPU</translation>
    </message>
    <message>
      <source>Weights in {format}</source>
      <translation>权重用 {format}</translation>
    </message>
    <message>
      <source>ZeRO stage {stage} in place of {now}</source>
      <translation>ZeRO 阶段 {stage}（现为 {now}）</translation>
    </message>
    <message>
      <source>frees {freed} per GPU, {missing} still missing</source>
      <translation>每 GPU 释放 {freed}，仍缺 {missing}</translation>
    </message>
    <message>
      <source>frees {freed} per GPU: {verdict}, {free} free</source>
      <translation>每 GPU 释放 {freed}：{verdict}，余 {free}</translation>
    </message>
    <message>
      <source>{most:,} sequences per step in place of {now:,}</source>
      <translation>每步 {most:,} 个序列（现为 {now:,}）</translation>
    </message>
  </context>
  <context>
    <name>roofline</name>
    <message>
      <source>Estimated, FLOP/s</source>
      <translation>估算，FLOP/s</translation>
    </message>
    <message>
      <source>FLOP/s of one GPU</source>
      <translation>单个 GPU 的 FLOP/s</translation>
    </message>
    <message>
      <source>Floor, FLOP/s</source>
      <translation>下限，FLOP/s</translation>
    </message>
    <message>
      <source>Measured block</source>
      <translation>实测的块</translation>
    </message>
    <message>
      <source>Measured, FLOP/s</source>
      <translation>实测，FLOP/s</translation>
    </message>
    <message>
      <source>Not drawn, having no FLOPs: {shares}.</source>
      <translation>没有 FLOP 因而未画出：{shares}。</translation>
    </message>
    <message>
      <source>Pass</source>
      <translation>遍</translation>
    </message>
    <message>
      <source>Share of the pass</source>
      <translation>在这一遍中的占比</translation>
    </message>
    <message>
      <source>Time of all, s</source>
      <translation>全部时间，s</translation>
    </message>
    <message>
      <source>arithmetic intensity, FLOP per byte moved</source>
      <translation>算术强度，每搬运一字节的 FLOP</translation>
    </message>
    <message>
      <source>estimated {rate}</source>
      <translation>估算 {rate}</translation>
    </message>
    <message>
      <source>floor {rate}</source>
      <translation>下限 {rate}</translation>
    </message>
    <message>
      <source>from the floor to the estimate</source>
      <translation>从下限到估算</translation>
    </message>
    <message>
      <source>measured block</source>
      <translation>实测的块</translation>
    </message>
    <message>
      <source>measured {rate} on {device}</source>
      <translation>在 {device} 上实测 {rate}</translation>
    </message>
    <message>
      <source>published peak and bandwidth</source>
      <translation>公布的峰值和带宽</translation>
    </message>
    <message>
      <source>what matrix products reach (mfu, mbu)</source>
      <translation>矩阵乘达到的（mfu、mbu）</translation>
    </message>
    <message>
      <source>{intensity} FLOP/B · {share} % of the pass ({time})</source>
      <translation>{intensity} FLOP/B · 占这一遍的 {share} %（{time}）</translation>
    </message>
    <message>
      <source>{roof}, ridge {intensity} FLOP/B</source>
      <translation>{roof}，脊点 {intensity} FLOP/B</translation>
    </message>
    <message>
      <source>{share} % of the time of {which}</source>
      <translation>{which}时间的 {share} %</translation>
    </message>
  </context>
  <context>
    <name>saving</name>
    <message>
      <source>Making {name} …</source>
      <translation>正在生成 {name} …</translation>
    </message>
    <message>
      <source>Nothing was saved</source>
      <translation>没有保存任何内容</translation>
    </message>
    <message>
      <source>Save CSV</source>
      <translation>保存 CSV</translation>
    </message>
    <message>
      <source>Table (*.csv)</source>
      <translation>表格 (*.csv)</translation>
    </message>
    <message>
      <source>Writing {name} …</source>
      <translation>正在写入 {name} …</translation>
    </message>
    <message>
      <source>{name} is there already. Replace it?</source>
      <translation>{name} 已存在。要替换它吗？</translation>
    </message>
    <message>
      <source>{name} was not written: {reason}.</source>
      <translation>未能写入 {name}：{reason}。</translation>
    </message>
  </context>
  <context>
    <name>seek</name>
    <message>
      <source>A goal is a number, not an expression.</source>
      <translation>目标应是数字，而不是表达式。</translation>
    </message>
    <message>
      <source>At {cell} {value} the line {line} is not known: {names}.</source>
      <translation>{cell} 为 {value} 时，“{line}”一行未知：{names}。</translation>
    </message>
    <message>
      <source>At {cell} {value} the line {line} is {given}, not {relation} {wanted}.</source>
      <translation>{cell} 为 {value} 时，“{line}”一行为 {given}，而不是{relation} {wanted}。</translation>
    </message>
    <message>
      <source>At {cell} {value}: {why}</source>
      <translation>{cell} 为 {value} 时：{why}</translation>
    </message>
    <message>
      <source>Bandwidth needed for 20 ms per token</source>
      <translation>每 token 20 ms 所需的带宽</translation>
    </message>
    <message>
      <source>Even at {cell} {value} the plan is not as wanted: {why}</source>
      <translation>即使 {cell} 为 {value}，方案也达不到要求：{why}</translation>
    </message>
    <message>
      <source>However large it is</source>
      <translation>无论它多大</translation>
    </message>
    <message>
      <source>However small it is</source>
      <translation>无论它多小</translation>
    </message>
    <message>
      <source>It holds already, and however much larger {cell} is: {goal}.</source>
      <translation>已经成立，{cell} 再大也成立：{goal}。</translation>
    </message>
    <message>
      <source>It holds already, whatever {cell} is: {goal}.</source>
      <translation>无论 {cell} 是多少，都已满足：{goal}。</translation>
    </message>
    <message>
      <source>Largest batch that fits</source>
      <translation>放得下的最大批量</translation>
    </message>
    <message>
      <source>Longest context at 40 ms per token</source>
      <translation>每 token 40 ms 时的最长上下文</translation>
    </message>
    <message>
      <source>No more than {value} were tried.</source>
      <translation>没有试过大于 {value} 的值。</translation>
    </message>
    <message>
      <source>No value that was tried has all of it. {why}</source>
      <translation>试过的值都不能全部满足。{why}</translation>
    </message>
    <message>
      <source>Not every value on this side holds: {value} does not.</source>
      <translation>这一侧并非每个值都满足：{value} 就不满足。</translation>
    </message>
    <message>
      <source>Of these no longer fit: {names}.</source>
      <translation>其中不再放得下：{names}。</translation>
    </message>
    <message>
      <source>One other scenario changes with it: {names}.</source>
      <translation>另有一个方案随之改变：{names}。</translation>
    </message>
    <message>
      <source>The cell holds the expression {text}; it becomes a number.</source>
      <translation>该单元格是表达式 {text}；它将变成数字。</translation>
    </message>
    <message>
      <source>The first of {count} that holds.</source>
      <translation>{count} 个选项中第一个满足的。</translation>
    </message>
    <message>
      <source>The line {line} does not depend on {cell}: it is {given} for every value that was tried.</source>
      <translation>“{line}”一行不取决于 {cell}：对试过的每个值都是 {given}。</translation>
    </message>
    <message>
      <source>The line {line} is not known while these are blank, or zero: {names}.</source>
      <translation>以下各项为空或为零时，“{line}”一行未知：{names}。</translation>
    </message>
    <message>
      <source>The nearest is {given}, at {cell} {value}.</source>
      <translation>最接近的是 {given}，此时 {cell} 为 {value}。</translation>
    </message>
    <message>
      <source>The nearest is {given}, at {cell} {value}; it is held by {names}.</source>
      <translation>最接近的是 {given}，此时 {cell} 为 {value}；它受限于 {names}。</translation>
    </message>
    <message>
      <source>The scenario has no {what} whose cell could be changed.</source>
      <translation>该方案没有可更改其单元格的 {what}。</translation>
    </message>
    <message>
      <source>There is no cell {name} that could be changed.</source>
      <translation>没有可更改的单元格 {name}。</translation>
    </message>
    <message>
      <source>There is no line {name}: take the key of a line of the ledger, or a name of the summary.</source>
      <translation>没有 {name} 这一行：请用明细账中某行的键，或摘要中的名称。</translation>
    </message>
    <message>
      <source>There is no {cell} with which {goal} and {other}. {why}</source>
      <translation>没有哪个 {cell} 能使{goal}且{other}。{why}</translation>
    </message>
    <message>
      <source>There is no {cell} with which {goal}. {why}</source>
      <translation>没有哪个 {cell} 能使{goal}。{why}</translation>
    </message>
    <message>
      <source>These hold too: {names}, and {count} more.</source>
      <translation>以下也满足：{names}，以及另外 {count} 个。</translation>
    </message>
    <message>
      <source>These hold too: {names}.</source>
      <translation>以下也满足：{names}。</translation>
    </message>
    <message>
      <source>This plan has no line {name}: its load, its engine or its GPU do not give one.</source>
      <translation>该方案没有 {name} 这一行：其负载、引擎或 GPU 没有给出。</translation>
    </message>
    <message>
      <source>at least</source>
      <translation>至少</translation>
    </message>
    <message>
      <source>at most</source>
      <translation>至多</translation>
    </message>
    <message>
      <source>beyond {value}</source>
      <translation>超出 {value}</translation>
    </message>
    <message>
      <source>equal to</source>
      <translation>等于</translation>
    </message>
    <message>
      <source>the plan fits</source>
      <translation>方案放得下</translation>
    </message>
    <message>
      <source>the plan fits, if tightly</source>
      <translation>方案放得下（哪怕勉强）</translation>
    </message>
    <message>
      <source>{cell} becomes {value} with it.</source>
      <translation>{cell} 随之变为 {value}。</translation>
    </message>
    <message>
      <source>{cell} itself goes no further than {value}.</source>
      <translation>{cell} 本身最多到 {value}。</translation>
    </message>
    <message>
      <source>{cell}: {value}, the nearest. The line {line} is then {given}, {off} from what is wanted.</source>
      <translation>{cell}：{value}，最接近的值。此时“{line}”一行为 {given}，与想要的值相差 {off}。</translation>
    </message>
    <message>
      <source>{cell}: {value}. The line {line} is then {given}.</source>
      <translation>{cell}：{value}。此时“{line}”一行为 {given}。</translation>
    </message>
    <message>
      <source>{cell}: {value}. The plan: {word}.</source>
      <translation>{cell}：{value}。方案：{word}。</translation>
    </message>
    <message>
      <source>{count} other scenarios change with it: {names}.</source>
      <translation>另有 {count} 个方案随之改变：{names}。</translation>
    </message>
    <message>
      <source>{how}, the line {line} stays above {given}.</source>
      <translation>{how}，“{line}”一行始终高于 {given}。</translation>
    </message>
    <message>
      <source>{how}, the line {line} stays below {given}.</source>
      <translation>{how}，“{line}”一行始终低于 {given}。</translation>
    </message>
    <message>
      <source>{line} is {relation} {value}</source>
      <translation>“{line}”{relation} {value}</translation>
    </message>
    <message>
      <source>{model} was made for {value}; no more were tried.</source>
      <translation>{model} 为 {value} 设计；没有试过更多。</translation>
    </message>
    <message>
      <source>{name} ({share})</source>
      <translation>{name}（{share}）</translation>
    </message>
    <message>
      <source>{name} is a text; a number or a choice can be sought.</source>
      <translation>{name} 是文本；只能求数字或选项。</translation>
    </message>
    <message>
      <source>{title} in {group} of {row}</source>
      <translation>{row} 中 {group} 的{title}</translation>
    </message>
    <message>
      <source>{title} of {row}</source>
      <translation>{row} 的“{title}”</translation>
    </message>
    <message>
      <source>{what} What is left then: {first} and {second}.</source>
      <translation>{what}此时剩下的是：{first}和{second}。</translation>
    </message>
    <message>
      <source>{what} What is left then: {first}.</source>
      <translation>{what}此时剩下的是：{first}。</translation>
    </message>
    <message>
      <source>{word} while these are blank: {names}.</source>
      <translation>{word}，因为以下各项为空：{names}。</translation>
    </message>
    <message>
      <source>{word}.</source>
      <translation>{word}。</translation>
    </message>
    <message>
      <source>{word}. {why}</source>
      <translation>{word}。{why}</translation>
    </message>
    <message>
      <source>“{text}” is no goal: write a line, &lt;=, &gt;= or =, and a value, or “fits”.</source>
      <translation>“{text}”不是目标：请写出一行、&lt;=、&gt;= 或 = 以及一个值，或者写“fits”。</translation>
    </message>
  </context>
  <context>
    <name>sheets</name>
    <message>
      <source> (unverified)</source>
      <translation>（未验证）</translation>
    </message>
    <message>
      <source> and {count} more</source>
      <translation>，另有 {count} 个</translation>
    </message>
    <message>
      <source>A click selects the column; ▾ or a right click sorts, filters, hides.</source>
      <translation>单击选中该列；▾ 或右键可排序、筛选、隐藏。</translation>
    </message>
    <message>
      <source>A click shows it in the ledger.</source>
      <translation>单击可在明细账中查看。</translation>
    </message>
    <message>
      <source>A number, or an expression such as =2*x. “k” means {thousand} in this column.</source>
      <translation>数字，或形如 =2*x 的表达式。此列中“k”表示 {thousand}。</translation>
    </message>
    <message>
      <source>A scenario needs a model and a GPU.</source>
      <translation>方案需要模型和 GPU。</translation>
    </message>
    <message>
      <source>Band of the estimate: {low:.2f} to {high:.2f}.</source>
      <translation>估算范围：{low:.2f} 到 {high:.2f}。</translation>
    </message>
    <message>
      <source>Baseline {name}: {amount}.</source>
      <translation>基线“{name}”：{amount}。</translation>
    </message>
    <message>
      <source>Computed: it follows from the inputs.</source>
      <translation>计算得出：由输入决定。</translation>
    </message>
    <message>
      <source>Differences</source>
      <translation>差值</translation>
    </message>
    <message>
      <source>Differs from the preset: see the layers of the model.</source>
      <translation>与预设不同：见模型的层。</translation>
    </message>
    <message>
      <source>Differs from the preset: {value}</source>
      <translation>与预设不同：{value}</translation>
    </message>
    <message>
      <source>Matched by headings. Rows changed: {changed}, added: {fresh}.</source>
      <translation>已按标题匹配。更改的行：{changed}，新增的行：{fresh}。</translation>
    </message>
    <message>
      <source>Measured on {count} devices</source>
      <translation>在 {count} 台设备上测得</translation>
    </message>
    <message>
      <source>Measured on {device}</source>
      <translation>在 {device} 上测得</translation>
    </message>
    <message>
      <source>More than one column is called “{heading}”</source>
      <translation>有多列名为“{heading}”</translation>
    </message>
    <message>
      <source>No column is called {names}.</source>
      <translation>没有名为 {names} 的列。</translation>
    </message>
    <message>
      <source>No group</source>
      <translation>未分组</translation>
    </message>
    <message>
      <source>Not applicable: the kind chosen for this row has no {title}.</source>
      <translation>不适用：此行所选的种类没有“{title}”。</translation>
    </message>
    <message>
      <source>Not known of the baseline {name}.</source>
      <translation>基线“{name}”的这一数值未知。</translation>
    </message>
    <message>
      <source>One block of the first layer group in {dtype} on {device}</source>
      <translation>第一个层组的一个块，{dtype}，{device}</translation>
    </message>
    <message>
      <source>Percent of the baseline's</source>
      <translation>占基线的百分比变化</translation>
    </message>
    <message>
      <source>Predicted from one block of each kind of layer.</source>
      <translation>由每种层的一个块预测。</translation>
    </message>
    <message>
      <source>Predicted from one block: the GPU's constants are fitted to it.</source>
      <translation>由一个块推得：GPU 的常数是按块拟合的。</translation>
    </message>
    <message>
      <source>Source: {source}</source>
      <translation>来源：{source}</translation>
    </message>
    <message>
      <source>Stale: the row has changed since; measure again.</source>
      <translation>已过期：此行后来有改动，请重新测量。</translation>
    </message>
    <message>
      <source>The baseline {name} has no such line.</source>
      <translation>基线“{name}”没有这一行。</translation>
    </message>
    <message>
      <source>The preset has no such layers.</source>
      <translation>预设中没有这些层。</translation>
    </message>
    <message>
      <source>The selected cells are not one block: select a block for this.</source>
      <translation>所选单元格不是一个整块：此操作需要选中一个块。</translation>
    </message>
    <message>
      <source>The shard of one of {tp} ranks was run, without the all-reduces.</source>
      <translation>只运行了 {tp} 个 rank 之一的分片，不含 all-reduce。</translation>
    </message>
    <message>
      <source>There would be {count} rows here; {most} are the most.</source>
      <translation>这里将有 {count} 行；最多 {most} 行。</translation>
    </message>
    <message>
      <source>This is the baseline.</source>
      <translation>这是基线。</translation>
    </message>
    <message>
      <source>This row has no {title}</source>
      <translation>此行没有“{title}”</translation>
    </message>
    <message>
      <source>Unknown while blank: {names}</source>
      <translation>以下为空时未知：{names}</translation>
    </message>
    <message>
      <source>Values</source>
      <translation>值</translation>
    </message>
    <message>
      <source>Values and differences</source>
      <translation>数值与差值</translation>
    </message>
    <message>
      <source>and {count} more cells</source>
      <translation>另有 {count} 个单元格</translation>
    </message>
    <message>
      <source>baseline</source>
      <translation>基线</translation>
    </message>
    <message>
      <source>blank</source>
      <translation>空</translation>
    </message>
    <message>
      <source>contains</source>
      <translation>包含</translation>
    </message>
    <message>
      <source>differs from</source>
      <translation>不等于</translation>
    </message>
    <message>
      <source>does not contain</source>
      <translation>不包含</translation>
    </message>
    <message>
      <source>equals</source>
      <translation>等于</translation>
    </message>
    <message>
      <source>is</source>
      <translation>是</translation>
    </message>
    <message>
      <source>is at least</source>
      <translation>不小于</translation>
    </message>
    <message>
      <source>is at most</source>
      <translation>不大于</translation>
    </message>
    <message>
      <source>is between</source>
      <translation>介于</translation>
    </message>
    <message>
      <source>is blank</source>
      <translation>为空</translation>
    </message>
    <message>
      <source>is greater than</source>
      <translation>大于</translation>
    </message>
    <message>
      <source>is less than</source>
      <translation>小于</translation>
    </message>
    <message>
      <source>is not</source>
      <translation>不是</translation>
    </message>
    <message>
      <source>is not blank</source>
      <translation>不为空</translation>
    </message>
    <message>
      <source>met</source>
      <translation>达到</translation>
    </message>
    <message>
      <source>missed by {share}</source>
      <translation>超出 {share}</translation>
    </message>
    <message>
      <source>sum {sum}   mean {mean}   min {least}   max {greatest}</source>
      <translation>合计 {sum}   平均 {mean}   最小 {least}   最大 {greatest}</translation>
    </message>
    <message>
      <source>the same</source>
      <translation>相同</translation>
    </message>
    <message>
      <source>torch {torch}, {date}</source>
      <translation>torch {torch}，{date}</translation>
    </message>
    <message>
      <source>{amount} GiB free</source>
      <translation>余 {amount} GiB</translation>
    </message>
    <message>
      <source>{amount} GiB missing</source>
      <translation>缺 {amount} GiB</translation>
    </message>
    <message>
      <source>{count} cells</source>
      <translation>{count} 个单元格</translation>
    </message>
    <message>
      <source>{name} (from the presets)</source>
      <translation>{name}（来自预设）</translation>
    </message>
    <message>
      <source>{title} cannot be blank</source>
      <translation>“{title}”不能为空</translation>
    </message>
    <message>
      <source>{title} has no “{text}”: that table is empty</source>
      <translation>“{title}”没有“{text}”：该表是空的</translation>
    </message>
    <message>
      <source>{title} has no “{text}”; there are: {candidates}</source>
      <translation>“{title}”没有“{text}”；可选：{candidates}</translation>
    </message>
    <message>
      <source>{title} is computed</source>
      <translation>“{title}”是计算得出的</translation>
    </message>
    <message>
      <source>{title} of {row}</source>
      <translation>{row} 的“{title}”</translation>
    </message>
    <message>
      <source>{title} takes yes or no, not “{text}”</source>
      <translation>“{title}”只接受 yes 或 no，不接受“{text}”</translation>
    </message>
    <message>
      <source>{tp} ranks ran at once; all-reduces are in the times.</source>
      <translation>{tp} 个 rank 同时运行；时间包含 all-reduce。</translation>
    </message>
    <message>
      <source>“{text}” could be any of: {candidates}</source>
      <translation>“{text}”可能是其中任意一个：{candidates}</translation>
    </message>
    <message>
      <source>“{text}” is no number for {title}</source>
      <translation>“{text}”不是“{title}”的数字</translation>
    </message>
  </context>
  <context>
    <name>sweep</name>
    <message>
      <source>A range has at least two values: write “in 2” or more for {title}.</source>
      <translation>范围至少有两个值：请为{title}写“in 2”或更多。</translation>
    </message>
    <message>
      <source>A step of 0 leads nowhere: give {title} a larger one.</source>
      <translation>步长 0 没有意义：请给{title}更大的步长。</translation>
    </message>
    <message>
      <source>Equal ratios begin above 0: give {title} a larger first number.</source>
      <translation>等比数列须从大于 0 的数开始：请给{title}更大的起始值。</translation>
    </message>
    <message>
      <source>Map of the sweep</source>
      <translation>扫描图</translation>
    </message>
    <message>
      <source>The plan has no line {name}: write a summary name or the key of a line, such as {names}.</source>
      <translation>该方案没有名为 {name} 的行：请写汇总名或行的键，例如 {names}。</translation>
    </message>
    <message>
      <source>The range of {title} ends below its beginning: write the smaller number first.</source>
      <translation>{title}的范围终点小于起点：请先写较小的数。</translation>
    </message>
    <message>
      <source>The range of {title} ends in “{word}”: write a number after it.</source>
      <translation>{title}的范围以“{word}”结尾：请在其后写一个数。</translation>
    </message>
    <message>
      <source>The range of {title} has no step: add “step” and a number, or “in 20”.</source>
      <translation>{title}的范围没有步长：请加上“step”和一个数，或“in 20”。</translation>
    </message>
    <message>
      <source>The range of {title} has one end only: write a number on both sides of the dots, as in 1..64.</source>
      <translation>“{title}”的范围只有一端：请在两点的两边都写上数字，例如 1..64。</translation>
    </message>
    <message>
      <source>The scenario has no model: choose one first.</source>
      <translation>该方案没有模型：请先选择一个。</translation>
    </message>
    <message>
      <source>The scenario is gone: choose another one.</source>
      <translation>该方案已不存在：请选择另一个。</translation>
    </message>
    <message>
      <source>The scenario names no row with {title}: choose one first.</source>
      <translation>该方案没有指定带有{title}的行：请先选择一个。</translation>
    </message>
    <message>
      <source>There is no field {name} to sweep in this plan: write one of {names}.</source>
      <translation>该方案没有可扫描的字段 {name}：请写 {names} 之一。</translation>
    </message>
    <message>
      <source>Verdict</source>
      <translation>结论</translation>
    </message>
    <message>
      <source>limit of what fits</source>
      <translation>放得下的界限</translation>
    </message>
    <message>
      <source>not known</source>
      <translation>未知</translation>
    </message>
    <message>
      <source>the plan as it is</source>
      <translation>当前方案</translation>
    </message>
    <message>
      <source>tight beyond</source>
      <translation>由此开始紧张</translation>
    </message>
    <message>
      <source>tokens</source>
      <translation>token</translation>
    </message>
    <message>
      <source>{amount} free</source>
      <translation>余 {amount}</translation>
    </message>
    <message>
      <source>{amount} missing</source>
      <translation>缺 {amount}</translation>
    </message>
    <message>
      <source>{points:,} points are more than {most:,}: take larger steps.</source>
      <translation>{points:,} 个点超过 {most:,}：请用更大的步长。</translation>
    </message>
    <message>
      <source>{rows} chooses the row that {field} is a field of: sweep one of the two.</source>
      <translation>{rows}选择的正是{field}所在的行：请只扫描其中之一。</translation>
    </message>
    <message>
      <source>{shown} of {all} curves</source>
      <translation>{all} 条曲线中的 {shown} 条</translation>
    </message>
    <message>
      <source>{title} (assumption)</source>
      <translation>{title}（假设）</translation>
    </message>
    <message>
      <source>{title} has more than {most:,} values: take larger steps.</source>
      <translation>{title}的值超过 {most:,} 个：请用更大的步长。</translation>
    </message>
    <message>
      <source>{title} has no values: write 1..64 by powers of two, 1, 2, 4 or all.</source>
      <translation>{title}没有取值：请写 1..64 by powers of two、1, 2, 4 或 all。</translation>
    </message>
    <message>
      <source>{title} is an assumption and holds for all scenarios: change it in the panel of assumptions.</source>
      <translation>{title}是对所有方案都成立的假设：请在假设面板中更改。</translation>
    </message>
    <message>
      <source>{title} is swept over numbers, and {text} is an expression: write what it comes to.</source>
      <translation>{title}按数值扫描，而 {text} 是表达式：请写它的值。</translation>
    </message>
    <message>
      <source>{title} is swept twice: choose two fields.</source>
      <translation>{title}被扫描两次：请选择两个不同的字段。</translation>
    </message>
    <message>
      <source>{title} of {row}</source>
      <translation>{row} 的“{title}”</translation>
    </message>
    <message>
      <source>{title} takes numbers, and there is no end of them: write a range such as 1..64 by powers of two.</source>
      <translation>{title}取数值，没有“全部”可言：请写范围，例如 1..64 by powers of two。</translation>
    </message>
    <message>
      <source>“{text}” begins with 0: a comma stands between two values here, so write a thousand as 1_000 or 1k.</source>
      <translation>“{text}”以 0 开头：此处逗号用于分隔两个值，一千请写作 1_000 或 1k。</translation>
    </message>
    <message>
      <source>“{text}” is no choice of {title}: write some of {names}, or all.</source>
      <translation>“{text}”不是{title}的选项：请写 {names} 中的若干个，或 all。</translation>
    </message>
    <message>
      <source>“{text}” is no factor for {title}: write a number above 1, as in 1..64 by powers of two.</source>
      <translation>“{text}”不是{title}的倍数：请写大于 1 的数，如 1..64 by powers of two。</translation>
    </message>
    <message>
      <source>“{text}” is no row that {title} can name: write one of {names}, or all.</source>
      <translation>“{text}”不是{title}可以指定的行：请写 {names} 之一，或 all。</translation>
    </message>
  </context>
  <context>
    <name>units</name>
    <message>
      <source>A quote is open: write the name of a row as 'Row name'.field.</source>
      <translation>引号未闭合：请写成 '行名'.字段 的形式。</translation>
    </message>
    <message>
      <source>There is no row called “{name}”: write 'Row name'.field with the name of a row.</source>
      <translation>没有名为“{name}”的行：请写成 '行名'.字段 的形式。</translation>
    </message>
    <message>
      <source>{count} rows are called “{name}”: give the row a name of its own, or write its id, {ids}.</source>
      <translation>有 {count} 行名为“{name}”：请给该行取唯一的名称，或写出它的 id：{ids}。</translation>
    </message>
    <message>
      <source>{reason}.</source>
      <translation>{reason}。</translation>
    </message>
    <message>
      <source>{title} cannot be blank: it takes {described}.</source>
      <translation>“{title}”不能为空：它接受{described}。</translation>
    </message>
    <message>
      <source>{title} is not measured in {unit}: write {number} {shown}, or a bare number in {shown}.</source>
      <translation>“{title}”不以 {unit} 为单位：请写 {number} {shown}，或以 {shown} 为单位的纯数字。</translation>
    </message>
    <message>
      <source>{title} takes {described}; {number} is not whole.</source>
      <translation>“{title}”接受{described}；{number} 不是整数。</translation>
    </message>
    <message>
      <source>{title} takes {described}; {text} is outside.</source>
      <translation>“{title}”接受{described}；{text} 超出范围。</translation>
    </message>
    <message>
      <source>{title}: {reason}.</source>
      <translation>“{title}”：{reason}。</translation>
    </message>
    <message>
      <source>“{text}” can be read in more than one way: write a point before decimals and groups of three, as in 1,234.5.</source>
      <translation>“{text}”有多种读法：小数前写点，千位三个一组，如 1,234.5。</translation>
    </message>
    <message>
      <source>“{text}” is not a number: {title} takes {described}.</source>
      <translation>“{text}”不是数字：“{title}”接受{described}。</translation>
    </message>
    <message>
      <source>“{unit}” alone is no unit: write {number} {shown}, or {number} with another unit in full.</source>
      <translation>单独的“{unit}”不是单位：请写 {number} {shown}，或 {number} 加完整的其他单位。</translation>
    </message>
    <message>
      <source>“{unit}” is no unit of {title}, which takes {described}.</source>
      <translation>“{unit}”不是“{title}”的单位，它接受{described}。</translation>
    </message>
    <message>
      <source>“{unit}” may be bits: {title} is in bytes, written with B as in {shown}.</source>
      <translation>“{unit}”可能表示比特：“{title}”以字节计，用 B 书写，如 {shown}。</translation>
    </message>
  </context>
  <context>
    <name>verdict</name>
    <message>
      <source>Does not fit</source>
      <translation>放不下</translation>
    </message>
    <message>
      <source>Fits</source>
      <translation>放得下</translation>
    </message>
    <message>
      <source>Tight</source>
      <translation>紧张</translation>
    </message>
    <message>
      <source>Unknown</source>
      <translation>未知</translation>
    </message>
  </context>
  <context>
    <name>waiting</name>
    <message>
      <source>Cancel</source>
      <translation>取消</translation>
    </message>
    <message>
      <source>Evaluating {count} plans …</source>
      <translation>正在计算 {count} 个方案 …</translation>
    </message>
    <message>
      <source>This takes longer than usual: {place} may not be answering.</source>
      <translation>这比平常用时更长：{place} 可能没有响应。</translation>
    </message>
    <message>
      <source>you did not wait for it</source>
      <translation>您没有等待其完成</translation>
    </message>
    <message>
      <source>{place} did not answer. Try again when it does, or choose another place</source>
      <translation>{place} 没有响应。请在它恢复后重试，或选择其他位置</translation>
    </message>
  </context>
  <context>
    <name>work</name>
    <message>
      <source>Ca&amp;ncel</source>
      <translation>取消(&amp;N)</translation>
    </message>
    <message>
      <source>Progress</source>
      <translation>进度</translation>
    </message>
  </context>
</TS>

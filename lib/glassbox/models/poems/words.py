"""One English word for some characters of the Tang poems, for readers without Chinese.

Most characters mean several things, and a line means more than its words in a row:
this says what a character is, not what a poem says.
"""

GLOSSES = """
¶ (end) □ (unknown) ， , 。 . 不 not 人 person 山 hill 无 without 日 sun 月 moon
天 sky 一 one 风 wind 云 cloud 来 come 夜 night 有 have 上 on 何 what 相 mutual 生 born
江 river 长 long 水 water 君 you 时 time 花 flower 见 see 春 spring 如 like 中 amid
万 10,000 行 go 为 become 白 white 青 green 归 return 落 fall 下 below 空 empty
明 bright 此 this 去 leave 欲 wish 自 self 里 mile 年 year 秋 autumn 今 now 心 heart
金 gold 未 not-yet 飞 fly 三 three 入 enter 寒 cold 雨 rain 马 horse 客 guest 家 home
城 city 将 about-to 门 gate 黄 yellow 声 sound 朝 dawn 在 at 玉 jade 处 place 得 get
是 is 清 clear 之 of 事 matter 千 1000 阳 sunlight 前 before 南 south 古 ancient
尽 end 开 open 流 flow 草 grass 闻 hear 高 high 十 ten 色 color 与 with 子 child 我 I
深 deep 知 know 出 out 西 west 独 alone 道 way 酒 wine 地 ground 衣 clothes 远 far
可 can 宫 palace 头 head 愁 sorrow 暮 dusk 汉 Han 东 east 多 many 新 new 问 ask
别 part 已 already 梦 dream 海 sea 烟 mist 重 heavy 难 hard 关 pass 回 return 望 gaze
犹 still 王 king 复 again 成 become 树 tree 楼 tower 还 still 大 big 孤 lone 情 feeling
泪 tear 书 letter 五 five 思 long-for 石 stone 平 level 路 road 身 body 从 from
初 first 北 north 旧 old 林 wood 然 so 老 old 到 reach 意 meaning 故 former 河 river
满 full 谁 who 间 between 雪 snow 鸟 bird 世 world 乡 village 叶 leaf 舟 boat 后 after
照 shine 看 look 几 how-many 少 few 光 light 歌 song 怜 pity 松 pine 同 together
夕 evening 忽 suddenly 啼 cry 者 one-who 举 raise 低 lower 依 along
只 only 川 stream 巴 Ba 帆 sail 师 master 床 bed 晓 daybreak 期 date 池 pond 湖 lake
烛 candle 疑 suspect 眠 sleep 破 broken 窗 window 童 boy 答 answer 觉 notice 国 country
采 gather 霜 frost 言 say 当 should 共 shared
淮 Huai 边 edge 每 each 李 Li 悬 hang 环 ring 渡 ferry 摧 crush 途 route 取 take
臣 minister 张 Zhang 动 move 钗 hairpin 立 stand 微 faint
际 border 苦 bitter 半 half 送 send 秦 Qin 随 follow 命 life 肠 bowels 悠 distant
跎 idle 茫 vast 鹃 cuckoo 吹 blow 能 can-do 音 tone 稀 sparse ？ ?
红 red 图 picture 旗 flag
"""

_PARTS = GLOSSES.split()
ENGLISH = dict(zip(_PARTS[::2], _PARTS[1::2], strict=True))


def in_english(text: str) -> str:
    """Write one English word for each character; a character without one stays.

    Parameters
    ----------
    text : str
        Some of a poem.

    Returns
    -------
    str

    Source
    ------
    Chapter: output_head.

    >>> in_english("床前明月，")
    'bed before bright moon,'
    """
    words = " ".join(ENGLISH.get(character, character) for character in text)
    return words.replace(" ,", ",").replace(" .", ".")

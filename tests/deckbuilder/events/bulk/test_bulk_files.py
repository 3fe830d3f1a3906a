"""Lists of many players as people send them: which files are read, as whose lists, and which are refused."""

from unittest import mock

import pytest

from deckbuilder.events.bulk import files, services
from deckbuilder.events.bulk.sentences import refusal
from deckbuilder.events.models import Submission
from games.engine.texts import spreadsheets
from tests.deckbuilder.events.base import FOX, LEGAL, OTHER
from tests.deckbuilder.events.bulk.base import BulkTest, table, zipped


class FilesTest(BulkTest):
    def test_a_file_is_the_list_of_the_player_it_is_named_after(self):
        (item,) = self.items("王小明.txt", LEGAL)
        assert (item.player, item.text, item.form, item.error) == ("王小明", LEGAL, "txt", "")

    def test_an_archive_has_such_files_in_any_folders(self):
        data = zipped({"round/": "", "round/Ann.txt": LEGAL, "王小明.json": "{}", "__MACOSX/._Ann.txt": "x"})
        assert [(each.player, each.form, each.place) for each in self.items("all.zip", data)] == [
            ("Ann", "txt", "all.zip: round/Ann.txt"),
            ("王小明", "json", "all.zip: 王小明.json"),
        ]

    def test_a_name_in_an_archive_may_be_in_big5_or_gb18030(self):
        for codec, names in (("cp950", ("王小明", "魔彈")), ("gb18030", ("王小明", "爱哭")), ("cp932", ("佐藤さん",))):
            written = {name.encode(codec): str(place) * len(name.encode(codec)) for place, name in enumerate(names)}
            data = zipped({f"{plain}.txt": LEGAL for plain in written.values()})
            for name, plain in written.items():
                data = data.replace(plain.encode(), name)
            assert [(item.player, item.error) for item in self.items("all.zip", data)] == [(name, "") for name in names]

    def test_a_name_in_an_archive_that_may_be_anything_is_not_guessed_at(self):
        data = zipped({"XX.txt": LEGAL}).replace(b"XX.txt", b"\xff\xfe.txt")
        (item,) = self.items("all.zip", data)
        assert item.error == "name-encoding"

    def test_a_list_may_be_in_big5_or_gb18030(self):
        for codec in ("cp950", "gb18030"):
            (item,) = self.items("Ann.txt", LEGAL.encode(codec))
            assert item.text == LEGAL

    def test_a_list_may_be_in_the_form_of_another_program(self):
        deck = "<cockatrice_deck><zone name='main'><card number='2' name='提燈小狐'/></zone></cockatrice_deck>"
        data = zipped({"Ann.cod": deck, "Bea.cod": "<cockatrice_deck>", "Cid.json": '{"提燈小狐": 2}'})
        found = [(item.player, item.text, item.error) for item in self.items("all.zip", data)]
        assert found == [("Ann", "[main]\n2x 提燈小狐\n", ""), ("Bea", "", "xml-syntax"), ("Cid", "2x 提燈小狐\n", "")]
        (item,) = self.items("cup.csv", table(["Player", "List"], ["Ann", "<li>2 提燈小狐</li>"]))
        assert (item.text, item.error) == ("2 提燈小狐\n", "")

    def test_a_table_has_a_list_in_a_cell(self):
        data = table(["Player", "List"], ["Ann", LEGAL], ["", LEGAL], [], ["Bea", "game: whist"])
        found = self.items("cup.csv", data)
        assert [(each.place, each.player, each.error) for each in found] == [
            ("cup.csv: 2", "Ann", ""), ("cup.csv: 3", "", "no-player"), ("cup.csv: 5", "Bea", ""),
        ]  # fmt: skip
        assert found[0].text == LEGAL.strip()

    def test_a_table_may_be_that_of_a_form_and_have_other_titles(self):
        rows = {
            "google.csv": "時間戳記,電子郵件地址,姓名,牌表\n2026/11/20,ann@example.org,Ann,{}\n",
            "form.csv": "Timestamp,Email Address,What is your name?,Deck list\n11/20/2026,ann@example.org,Ann,{}\n",
            "name.csv": "Name,Deck,Notes\nAnn,{},hi\n",
            "semicolon.csv": "player;list\nAnn;{}\n",
            "tab.csv": "選手\t牌組\nAnn\t{}\n",
        }
        for name, text in rows.items():
            with self.subTest(name):
                (item,) = self.items(name, text.format(f'"{LEGAL}"'))
                assert (item.player, item.text, item.error) == ("Ann", LEGAL.strip(), "")

    def test_a_table_with_a_card_in_a_row_may_have_chinese_titles(self):
        (item,) = self.items("cup.csv", "玩家,名稱,數量,區域\nAnn,提燈小狐,1,main\nAnn,雪女,2,\n")
        assert (item.player, item.form) == ("Ann", "csv")
        assert item.text == "zone,quantity,name,code\r\nmain,1,提燈小狐,\r\n,2,雪女,\r\n"

    def test_or_a_card_in_a_row(self):
        rows = [["player", "zone", "quantity", "name"], ["Ann", "", "", "race: 妖怪村莊"], ["Bea", "main", "2", "雪女"]]
        upload = self.bring(self.event(), {"cup.csv": table(*rows, ["Ann", "main", "1", FOX]).decode()})
        assert [(each["player"], each["place"], each["outcome"]) for each in upload.plan] == [
            ("Ann", "cup.csv: 2", "entered"),
            ("Bea", "cup.csv: 3", "entered"),
        ]
        services.apply(upload, by=self.alice)
        deck = Submission.objects.get(entry__name="Ann").deck
        assert deck["declarations"] == {"race": "妖怪村莊"}
        assert [entry[1] for entry in deck["zones"]["main"]] == [1]

    def test_a_csv_file_without_players_is_one_players_list(self):
        (item,) = self.items("Ann.csv", "zone,quantity,name,code\nmain,1,雪女,\n")
        assert (item.player, item.form) == ("Ann", "csv")

    def test_each_file_that_is_no_list_says_why(self):
        wrong = {
            "Ann.pdf": (b"%PDF", "file-type"),
            "Bea.txt": (b"\x80\xff", "encoding"),
            "Cid.txt": (b"x" * 70_000, "too-long"),
            "Dot.txt": (b"1 a\0b", "unprintable"),
            "cup0.csv": (b"player,list\nAnn\0,a\n", "unprintable"),
            "cup.csv": (b"player,score\nAnn,3\n", "table-header"),
            "cup1.csv": (b"Timestamp,Email Address,Deck list\n1,a@example.org,1 A\n", "table-header"),
            "cup4.csv": (b"player,list\n\n", "no-cards"),
            "cup2.csv": (b'player,list\nAnn,"3\n', "csv-quote"),
            "cup3.csv": (b"player,list\nAnn,a,b\n", "csv-shape"),
            "in.zip.txt": (zipped({"inner.zip": zipped({"Ann.txt": LEGAL})}), "file-type"),
        }
        for name, (data, code) in wrong.items():
            with self.subTest(name):
                (item,) = self.items(name, data)
                assert item.error == code
                assert "{" not in refusal(item.error, item.params)

    def test_an_archive_whose_part_has_no_name_is_damaged(self):
        data = bytearray(zipped({"A": LEGAL}))
        place = data.index(b"PK\x01\x02")
        data[place + 28], data[place + 30] = 0, 1  # the length of its name, and of what follows the name
        self.assertRefused("archive-damaged", self.items, "all.zip", bytes(data))

    def test_hostile_archives_are_refused(self):
        bomb = zipped({"Ann.txt": "0" * 20_000_000})
        locked = bytearray(zipped({"Ann.txt": LEGAL}))
        locked[locked.index(b"PK\x01\x02") + 8] |= 1
        wrong = {
            "archive-damaged": b"PK\x03\x04 and nothing more",
            "archive-locked": bytes(locked),
            "archive-unpacks-too-large": bomb,
            "bulk-empty": zipped({"a/": ""}),
            "bulk-too-many": zipped({f"{number}.txt": "" for number in range(files.MAX_LISTS + 1)}),
        }
        for code, data in wrong.items():
            with self.subTest(code):
                self.assertRefused(code, self.items, "all.zip", data)

    @pytest.mark.slow
    def test_a_table_of_far_too_many_is_not_read_to_its_end(self):
        wrong = {
            "bulk-too-many": b"player,list\n" + b"Ann,a\n" * 50_000,
            "bulk-too-many-lines": b"player,name\n" + b"Ann,a\n" * (files.MAX_UPLOAD_LINES + 50_000),
        }
        for code, data in wrong.items():
            left = spreadsheets.read_lines(data.decode())
            with self.subTest(code), mock.patch.object(files, "read_lines", return_value=left):
                self.assertRefused(code, self.items, "cup.csv", data)
                assert len(list(left)) > 40_000

    def test_more_players_with_a_card_a_row_than_are_read_at_once_are_refused(self):
        rows = [["player", "name"], *([f"Player {number}", FOX] for number in range(files.MAX_LISTS + 1))]
        assert len(self.items("cup.csv", table(*rows[:-1]))) == files.MAX_LISTS
        self.assertRefused("bulk-too-many", self.items, "cup.csv", table(*rows))

    def test_an_archive_that_lies_about_its_sizes_unpacks_no_further(self):
        data = zipped({"Ann.txt": "0" * 200_000})
        (item,) = self.items("all.zip", data.replace((200_000).to_bytes(4, "little"), (2_000).to_bytes(4, "little")))
        assert item.error in ("part-damaged", "too-long")

    def test_a_damaged_file_in_an_archive_spoils_no_other(self):
        data = bytearray(zipped({"Ann.txt": LEGAL, "Bea.txt": OTHER}))
        start = data.index(b"Ann.txt") + len("Ann.txt")
        data[start + 20 : start + 30] = b"\xff" * 10
        found = self.items("all.zip", bytes(data))
        assert [(each.player, each.error) for each in found] == [("Ann", "part-damaged"), ("Bea", "")]

    def test_more_than_is_read_at_once_is_refused(self):
        with mock.patch.object(files, "MAX_UPLOAD_BYTES", 100):
            self.assertRefused("bulk-too-large", self.items, "Ann.txt", LEGAL)

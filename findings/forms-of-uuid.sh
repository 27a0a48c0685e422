#!/usr/bin/env bash
# Guess: the type for UUIDs of any object mapper stores the usual text of 36 characters in SQLite.
# Of four, one does. Two store 32 digits without hyphens, and one stores 16 bytes. If one program writes a file and
# another reads it, no row refers to any other.
set -euo pipefail
cd "$(dirname "$0")"
./with-python SQLAlchemy==2.1.9 peewee==4.5.3 pony==0.7.20 tortoise-orm==1.1.9 <<'PYTHON'
import asyncio, os, sqlite3, uuid
import peewee, sqlalchemy, tortoise
from pony import orm
from tortoise import fields, models
from common import rows, expect

value = uuid.UUID("6d2f0a54-9f0e-4c3b-8a55-0f1e2d3c4b5a")
engine = sqlalchemy.create_engine("sqlite:///sqlalchemy")
table = sqlalchemy.Table("t", sqlalchemy.MetaData(), sqlalchemy.Column("id", sqlalchemy.Uuid, primary_key=True))
table.create(engine)
with engine.begin() as connection:
    connection.execute(table.insert(), {"id": value})

Row = type("t", (peewee.Model,), {"id": peewee.UUIDField(primary_key=True)})
with peewee.SqliteDatabase("peewee").bind_ctx([Row]):
    Row.create_table()
    Row.create(id=value)

database = orm.Database("sqlite", os.path.abspath("pony"), create_db=True)
Pony = type("Pony", (database.Entity,), {"_table_": "t", "id": orm.PrimaryKey(uuid.UUID)})
database.generate_mapping(create_tables=True)
with orm.db_session:
    Pony(id=value)


class Tortoise(models.Model):
    id = fields.UUIDField(primary_key=True)

    class Meta:
        table = "t"


async def write():
    await tortoise.Tortoise.init(db_url="sqlite://tortoise", modules={"models": ["__main__"]})
    await tortoise.Tortoise.generate_schemas()
    await Tortoise.create(id=value)
    await tortoise.connections.close_all()

asyncio.run(write())
for name, expected in (("sqlalchemy", value.hex), ("peewee", value.hex), ("pony", value.bytes),
                       ("tortoise", str(value))):
    expect(name, rows(sqlite3.connect(name), "SELECT id FROM t"), [(expected,)])
PYTHON

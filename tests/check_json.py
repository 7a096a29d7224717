"""check_json.py SCHEMAS SOURCES OUTPUT... - holds the JSON of every analysis against its schema.

SCHEMAS: folder of JSON Schemas, one an analysis.  SOURCES: folder of the C files that name them.  Each
OUTPUT is what a command printed with --json.  Also checked, because a schema cannot say it: a column is
null exactly when "na" gives the reason, all rows have the schema's columns in one order, nothing is NaN
or infinite, and every schema that the sources name has a file and an output with rows.
Where python3-jsonschema is installed it is asked as well.
"""
import glob
import json
import os
import re
import sys

try:
    import jsonschema
except ImportError:
    jsonschema = None

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool,
         "null": type(None)}
KNOWN = {"$schema", "title", "description", "type", "const", "enum", "required", "additionalProperties",
         "properties", "items", "minLength", "minProperties"}
faults = []


def has_type(value, name):
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


def validate(value, schema, where):
    """The part of JSON Schema that the files use; a keyword outside it is a fault of the file."""
    if not isinstance(schema, dict):
        return
    for keyword in set(schema) - KNOWN:
        faults.append(f"{where}: the schema uses {keyword}, which this check does not know")
    names = schema.get("type")
    if names is not None:
        names = [names] if isinstance(names, str) else names
        if not any(has_type(value, name) for name in names):
            faults.append(f"{where}: {value!r} is no {' or '.join(names)}")
            return
    if "const" in schema and value != schema["const"]:
        faults.append(f"{where}: {value!r} is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        faults.append(f"{where}: {value!r} is none of {schema['enum']}")
    if isinstance(value, str) and len(value) < schema.get("minLength", 0):
        faults.append(f"{where}: an empty text")
    if isinstance(value, list):
        for i, item in enumerate(value):
            validate(item, schema.get("items", True), f"{where}[{i}]")
    if isinstance(value, dict):
        validate_object(value, schema, where)


def validate_object(value, schema, where):
    properties = schema.get("properties", {})
    if len(value) < schema.get("minProperties", 0):
        faults.append(f"{where}: an empty object")
    for name in schema.get("required", []):
        if name not in value:
            faults.append(f"{where}: {name} is missing")
    for name, item in value.items():
        extra = schema.get("additionalProperties", True)
        if name not in properties and extra is False:
            faults.append(f"{where}: {name} is not in the schema")
        validate(item, properties.get(name, extra), f"{where}.{name}")


def check_rows(rows, columns, optional, where):
    """Optional columns stand at the end: all of them, or none."""
    for i, row in enumerate(rows):
        reasons = row.get("na", {})
        names = [name for name in row if name != "na"]
        if names not in (columns, columns + optional):
            faults.append(f"{where} row {i}: columns are not those of the schema in their order")
        for name in names:
            if (row.get(name) is None) != (name in reasons):
                faults.append(f"{where} row {i}: {name} is {row.get(name)!r} with reason {reasons.get(name)!r}")


def refuse_constant(name):
    raise ValueError(f"{name} is no JSON")


def load_schemas(folder):
    schemas = {}
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        with open(path, encoding="utf-8") as file:
            schema = json.load(file)
        name = schema["properties"]["schema"]["const"]
        if os.path.basename(path) != name.replace("rollbook.", "").split("/")[0] + ".json":
            faults.append(f"{path}: describes {name}")
        items = schema["properties"]["rows"]["items"]
        columns = [column for column in items["properties"] if column != "na"]
        if items["required"] != columns[:len(items["required"])]:
            faults.append(f"{path}: required ones are not the first of the columns")
        schemas[name] = schema
    return schemas


def check_output(path, schemas, seen):
    with open(path, encoding="utf-8") as file:
        try:
            output = json.load(file, parse_constant=refuse_constant)
        except ValueError as error:
            faults.append(f"{path}: {error}")
            return
    name = output.get("schema")
    if name not in schemas:
        faults.append(f"{path}: no schema file describes {name}")
        return
    before = len(faults)
    validate(output, schemas[name], name)
    items = schemas[name]["properties"]["rows"]["items"]
    optional = [column for column in items["properties"] if column != "na" and column not in items["required"]]
    check_rows(output["rows"], items["required"], optional, name)
    if jsonschema is not None and len(faults) == before:
        for error in jsonschema.Draft202012Validator(schemas[name]).iter_errors(output):
            faults.append(f"{name}: {error.message}")
    if output["rows"]:
        seen.add(name)


def main(schema_folder, source_folder, outputs):
    schemas = load_schemas(schema_folder)
    seen = set()
    named = set()
    for path in glob.glob(os.path.join(source_folder, "*.c")):
        with open(path, encoding="utf-8") as file:
            named.update(re.findall(r'"(rollbook\.analyze\.[a-z.-]+/[0-9]+)"', file.read()))
    for path in outputs:
        check_output(path, schemas, seen)
    for name in sorted(named - set(schemas)):
        faults.append(f"{name}: the sources name it and no file describes it")
    for name in sorted(set(schemas) - seen):
        faults.append(f"{name}: no output with rows was checked")
    for fault in faults[:20]:
        print(fault)
    print(f"{len(outputs)} outputs, {len(schemas)} schemas, {len(faults)} faults"
          + ("" if jsonschema else "; python3-jsonschema is not installed, the own check alone"))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))

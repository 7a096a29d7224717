"""check_json.py ROLLBOOK [--all] OUTPUT... - holds the JSON of tables against the schemas that ROLLBOOK prints.

Each OUTPUT is what a command printed with --json.  Also checked, because a schema cannot say it: a column
is null exactly when "na" gives the reason, all rows have the schema's columns in one order, and nothing is
NaN or infinite.  With --all every schema that ROLLBOOK lists has an output with rows.
Where python3-jsonschema is installed it is asked as well.
"""
import json
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    jsonschema = None

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool,
         "null": type(None)}
KNOWN = {"$schema", "title", "description", "type", "const", "enum", "required", "additionalProperties",
         "properties", "items", "minLength", "minProperties", "x-unit", "x-null"}
faults = []


def has_type(value, name):
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


def validate(value, schema, where):
    """The part of JSON Schema that is printed; a keyword outside it is a fault."""
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


def ask(rollbook, *words):
    return subprocess.run([rollbook, "help", *words], check=True, capture_output=True, text=True).stdout


def load_schemas(rollbook):
    schemas = {}
    for name in ask(rollbook, "--schemas").split():
        schema = schemas[name] = json.loads(ask(rollbook, "--schema", name))
        if jsonschema is not None:
            jsonschema.Draft202012Validator.check_schema(schema)
        if schema["properties"]["schema"]["const"] != name or schema["title"] != name:
            faults.append(f"{name}: the schema is of another name")
        items = schema["properties"]["rows"]["items"]
        columns = [column for column in items["properties"] if column != "na"]
        if items["required"] != columns[:len(items["required"])]:
            faults.append(f"{name}: required ones are not the first of the columns")
        for column in columns:
            if not items["properties"][column]["description"]:
                faults.append(f"{name}: {column} has no meaning")
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
        faults.append(f"{path}: {name} is in no list of help --schemas")
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


def main(rollbook, *outputs):
    schemas = load_schemas(rollbook)
    seen = set()
    for path in outputs:
        if path != "--all":
            check_output(path, schemas, seen)
    for name in sorted(set(schemas) - seen) if "--all" in outputs else []:
        faults.append(f"{name}: no output with rows was checked")
    for fault in faults[:20]:
        print(fault)
    print(f"{len(outputs)} outputs, {len(schemas)} schemas, {len(faults)} faults"
          + ("" if jsonschema else "; python3-jsonschema is not installed, the own check alone"))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

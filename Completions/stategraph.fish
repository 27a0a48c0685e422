function __stategraph_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __stategraph_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __stategraph_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __stategraph_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __stategraph_parse_tokens -S
    set -l unparsed_tokens (__stategraph_tokens -pc)
    switch $unparsed_tokens[1]
    case 'stategraph'
        __stategraph_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'migrate'
            __stategraph_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'up'
                __stategraph_parse_subcommand 1 'database=' 'migrations=' 'any-application' 'to=' 'dry-run' 'no-backup' 'json' 'version' 'h/help'
            case 'down'
                __stategraph_parse_subcommand 1 'database=' 'migrations=' 'any-application' 'steps=' 'to=' 'no-backup' 'y/yes' 'no-input' 'json' 'version' 'h/help'
            case 'status'
                __stategraph_parse_subcommand 1 'database=' 'migrations=' 'any-application' 'check' 'json' 'version' 'h/help'
            case 'verify'
                __stategraph_parse_subcommand 1 'database=' 'migrations=' 'any-application' 'json' 'version' 'h/help'
            case 'repair'
                __stategraph_parse_subcommand 1 'database=' 'migrations=' 'any-application' 'record=+' 'forget=+' 'y/yes' 'no-input' 'json' 'version' 'h/help'
            case 'baseline'
                __stategraph_parse_subcommand 1 'database=' 'migrations=' 'any-application' 'to=' 'json' 'version' 'h/help'
            case 'new'
                __stategraph_parse_subcommand 1 'migrations=' 'down' 'json' 'version' 'h/help'
            case 'diff'
                __stategraph_parse_subcommand 2 'name=' 'migrations=' 'json' 'version' 'h/help'
            end
        case 'import'
            __stategraph_parse_subcommand -r 2 'database=' 'table=' 'format=' 'root=' 'encoding=' 'key=' 'map-by-id' 'duplicate-keys=' 'max-depth=' 'mapping=' 'numbers=' 'null=' 'empty=' 'quoted-empty=' 'decimal=' 'group=' 'separator=' 'quote=' 'escape=' 'trim' 'comment=' 'strict' 'ragged=' 'columns=' 'no-header' 'header=' 'skip-lines=' 'skip-footer=' 'dangling=' 'blobs=' 'any-type' 'on-conflict=' 'on-duplicate=' 'on-error=' 'max-errors=' 'rejects=' 'batch-size=' 'dry-run' 'restart' 'ignore-unknown' 'keep-order' 'migrations=' 'any-application' 'create' 'mapping-template' 'json' 'q/quiet' 'version' 'h/help'
        case 'infer'
            __stategraph_parse_subcommand -r 1 'migrations=' 'name=' 'table=' 'format=' 'root=' 'encoding=' 'key=' 'map-by-id' 'duplicate-keys=' 'max-depth=' 'mapping=' 'numbers=' 'null=' 'empty=' 'quoted-empty=' 'decimal=' 'group=' 'separator=' 'quote=' 'escape=' 'trim' 'comment=' 'strict' 'ragged=' 'columns=' 'no-header' 'header=' 'skip-lines=' 'skip-footer=' 'on-error=' 'dry-run' 'json' 'version' 'h/help'
        case 'generate'
            __stategraph_parse_subcommand 1 'database=' 'migrations=' 'o/output=' 'public' 'prefix=' 'force' 'json' 'version' 'h/help'
        case 'inspect'
            __stategraph_parse_subcommand -r 2 'database=' 'migrations=' 'count' 'no-count' 'json' 'version' 'h/help'
        case 'export'
            __stategraph_parse_subcommand -r 2 'database=' 'format=' 'o/output=' 'nested' 'force' 'line-end=' 'blobs=' 'json' 'q/quiet' 'version' 'h/help'
        case 'query'
            __stategraph_parse_subcommand 2 'database=' 'file=' 'format=' 'json' 'p/parameter=+' 'dates=+' 'write' 'any-application' 'watch' 'interval=' 'count=' 'version' 'h/help'
        case 'watch'
            __stategraph_parse_subcommand -r 2 'database=' 'values' 'interval=' 'count=' 'q/quiet' 'version' 'h/help'
        case 'studio'
            __stategraph_parse_subcommand 1 'database=' 'write' 'any-application' 'port=' 'log' 'version' 'h/help'
        case 'check'
            __stategraph_parse_subcommand 1 'database=' 'migrations=' 'quick' 'json' 'version' 'h/help'
        case 'backup'
            __stategraph_parse_subcommand 2 'database=' 'force' 'json' 'q/quiet' 'version' 'h/help'
        case 'schema'
            __stategraph_parse_subcommand -r 2 'database=' 'tables=' 'around=+' 'depth=' 'format=' 'o/output=' 'json' 'version' 'h/help'
        case 'fixtures'
            __stategraph_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'extract'
                __stategraph_parse_subcommand 1 'database=' 'from=' 'where=' 'limit=' 'with=+' 'o/output=' 'mask=' 'key=' 'suggest' 'force' 'json' 'q/quiet' 'version' 'h/help'
            case 'generate'
                __stategraph_parse_subcommand 1 'scale=' 'rows=+' 'seed=' 'o/output=' 'force' 'json' 'version' 'h/help'
            case 'check'
                __stategraph_parse_subcommand 1 'migrations=' 'json' 'version' 'h/help'
            end
        case 'help'
            __stategraph_parse_subcommand -r 1 'version'
        end
    end
end

function __stategraph_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __stategraph_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __stategraph_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __stategraph_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__stategraph_tokens -p)
    if test -z "$(__stategraph_tokens -t)"
        set -l index (count (__stategraph_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'stategraph' -f
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph" -eq 1' -fa 'migrate' -d 'Applies, undoes, checks and repairs the migrations of a database file.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph" -eq 1' -fa 'import' -d 'Reads records from CSV and JSON files into the tables of a database.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph" -eq 1' -fa 'infer' -d 'Writes a migration that creates tables for the records of files.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph" -eq 1' -fa 'generate' -d 'Writes Swift entity classes for the tables of a database or of its migrations.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph" -eq 1' -fa 'inspect' -d 'Shows the tables of a database file without changing it.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph" -eq 1' -fa 'export' -d 'Writes tables to CSV or JSON files, from which import restores the same rows.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph" -eq 1' -fa 'query' -d 'Runs one SQL statement and prints its rows.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph" -eq 1' -fa 'watch' -d 'Prints the changes of tables as JSON lines, also those of other programs.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph" -eq 1' -fa 'studio' -d 'Shows a database file in a browser, and its rows as they change.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph" -eq 1' -fa 'check' -d 'Checks a database for damage, dangling references and schema drift.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph" -eq 1' -fa 'backup' -d 'Copies a database to another file while other programs use it.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph" -eq 1' -fa 'schema' -d 'Shows the schema as SQL, as a diagram or as JSON.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph" -eq 1' -fa 'fixtures' -d 'Extracts, generates and checks the files with which tests fill their databases.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph migrate" -eq 1' -fa 'up' -d 'Applies the pending migrations. Creates a missing database.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph migrate" -eq 1' -fa 'down' -d 'Undoes the newest migrations, by the .down.sql files beside them.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph migrate" -eq 1' -fa 'status' -d 'Shows the state of each migration.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph migrate" -eq 1' -fa 'verify' -d 'Compares the SHA-256 of each applied migration with that of its file.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph migrate" -eq 1' -fa 'repair' -d 'Corrects the record of applied migrations to match the folder.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph migrate" -eq 1' -fa 'baseline' -d 'Records migrations as applied in a file that has their tables already.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph migrate" -eq 1' -fa 'new' -d 'Writes an empty migration with the next number.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph migrate" -eq 1' -fa 'diff' -d 'Writes the migration that turns one schema into another, and applies nothing.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph migrate up" -eq 1' -F
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate up" database' -l 'database' -d 'The database file.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate up" migrations' -l 'migrations' -d 'The folder with the numbered .sql files.' -rfa '(__stategraph_complete_directories)'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate up" any-application' -l 'any-application' -d 'Change the file although its application id is that of another program.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate up" to' -l 'to' -d 'The number of the last migration to apply.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate up" dry-run' -l 'dry-run' -d 'Print the SQL and test it without changing the database.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate up" no-backup' -l 'no-backup' -d 'Do not copy the database before data is destroyed.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate up" json' -l 'json' -d 'Print JSON.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate up" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate up" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph migrate down" -eq 1' -F
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate down" database' -l 'database' -d 'The database file.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate down" migrations' -l 'migrations' -d 'The folder with the numbered .sql files.' -rfa '(__stategraph_complete_directories)'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate down" any-application' -l 'any-application' -d 'Change the file although its application id is that of another program.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate down" steps' -l 'steps' -d 'The number of migrations to undo.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate down" to' -l 'to' -d 'The number of the last migration to keep; 0 keeps none.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate down" no-backup' -l 'no-backup' -d 'Do not copy the database first.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate down" y yes' -l 'yes' -s 'y' -d 'Do not ask for confirmation.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate down" no-input' -l 'no-input' -d 'Never ask; fail if a confirmation is needed.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate down" json' -l 'json' -d 'Print JSON.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate down" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate down" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph migrate status" -eq 1' -F
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate status" database' -l 'database' -d 'The database file.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate status" migrations' -l 'migrations' -d 'The folder with the numbered .sql files.' -rfa '(__stategraph_complete_directories)'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate status" any-application' -l 'any-application' -d 'Change the file although its application id is that of another program.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate status" check' -l 'check' -d 'Exit with 1 unless every migration is applied and unchanged.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate status" json' -l 'json' -d 'Print JSON.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate status" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate status" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph migrate verify" -eq 1' -F
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate verify" database' -l 'database' -d 'The database file.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate verify" migrations' -l 'migrations' -d 'The folder with the numbered .sql files.' -rfa '(__stategraph_complete_directories)'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate verify" any-application' -l 'any-application' -d 'Change the file although its application id is that of another program.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate verify" json' -l 'json' -d 'Print JSON.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate verify" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate verify" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph migrate repair" -eq 1' -F
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate repair" database' -l 'database' -d 'The database file.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate repair" migrations' -l 'migrations' -d 'The folder with the numbered .sql files.' -rfa '(__stategraph_complete_directories)'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate repair" any-application' -l 'any-application' -d 'Change the file although its application id is that of another program.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate repair"' -l 'record' -d 'The number of an edited migration whose file is correct. Repeatable.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate repair"' -l 'forget' -d 'The number of an applied migration whose file no longer exists. Repeatable.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate repair" y yes' -l 'yes' -s 'y' -d 'Do not ask for confirmation.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate repair" no-input' -l 'no-input' -d 'Never ask; fail if a confirmation is needed.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate repair" json' -l 'json' -d 'Print JSON.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate repair" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate repair" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph migrate baseline" -eq 1' -F
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate baseline" database' -l 'database' -d 'The database file.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate baseline" migrations' -l 'migrations' -d 'The folder with the numbered .sql files.' -rfa '(__stategraph_complete_directories)'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate baseline" any-application' -l 'any-application' -d 'Change the file although its application id is that of another program.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate baseline" to' -l 'to' -d 'The number of the last migration to record (default: found by the schema).' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate baseline" json' -l 'json' -d 'Print JSON.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate baseline" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate baseline" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate new" migrations' -l 'migrations' -d 'The folder with the numbered .sql files.' -rfa '(__stategraph_complete_directories)'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate new" down' -l 'down' -d 'Also write the .down.sql file, which undoes the migration.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate new" json' -l 'json' -d 'Print JSON.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate new" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate new" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate diff" name' -l 'name' -d 'Write the SQL to the next migration of the folder, with this name.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate diff" migrations' -l 'migrations' -d 'The folder for the migration (default: the first schema if it is a folder).' -rfa '(__stategraph_complete_directories)'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate diff" json' -l 'json' -d 'Print JSON.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate diff" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph migrate diff" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph import" -eq 1' -F
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" database' -l 'database' -d 'The database file.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph import" -ge 2' -fa '(set -l exts \'csv\' \'tsv\' \'tab\' \'json\' \'jsonl\' \'ndjson\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" table' -l 'table' -d 'The table of the records (default: the name of the file).' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" format' -l 'format' -d 'csv, tsv, json or jsonl (default: by the extension of the file, or detected from the content). The names of programs stand for several options, before which those of the command line have priority: excel, geojson, mongoexport, mysql, mysql-batch, mysql-csv, ndjson, pandas, postgresql-text and r.' -rfka 'csv tsv json jsonl excel geojson mongoexport mysql mysql-batch mysql-csv ndjson pandas postgresql-text r'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" root' -l 'root' -d 'The path of the records in a JSON document: items, data.items or $.data.items.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" encoding' -l 'encoding' -d 'utf-8, utf-16, utf-16le, utf-16be, latin1 or windows-1252 (default: detected from the byte order mark or the pattern of UTF-16, otherwise utf-8).' -rfka 'utf-8 utf-16 utf-16le utf-16be latin1 windows-1252'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" key' -l 'key' -d 'How records without a key are told apart: by their content, so that the same import again changes nothing, or append, which numbers them.' -rfka 'content append'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" map-by-id' -l 'map-by-id' -d 'Read the members of one JSON object as records, each with its name as its key.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" duplicate-keys' -l 'duplicate-keys' -d 'For a repeated member name in a JSON object: refuse the input, or take the last value.' -rfka 'refuse last'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" max-depth' -l 'max-depth' -d 'The maximum nesting of JSON, from 1 to 1000 (default: 128).' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" mapping' -l 'mapping' -d 'A JSON file that maps names and values of the inputs to those of the tables: see stategraph-mapping(5).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'json\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" numbers' -l 'numbers' -d 'How numbers are read: exact, or lenient to accept +5, 5-, (5), 1,234, 5 %, $5, inf, and NaN as NULL in CSV, 5.0 and 1e3 in integer columns, and NaN and Infinity in JSON.' -rfka 'exact lenient'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" null' -l 'null' -d 'Fields without quotes that mean NULL, separated by commas: NA,\\N. An empty field is then a text, unless the list has an empty word: NA,' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" empty' -l 'empty' -d 'What an empty field means: null or text (default: null, text with --null).' -rfka 'null text'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" quoted-empty' -l 'quoted-empty' -d 'What an empty field in quotes means: null or text (default: text).' -rfka 'null text'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" decimal' -l 'decimal' -d 'The character before the fraction of a number, such as \',\' (default: a point), or auto: a comma where the numbers or semicolons between the fields show it.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" group' -l 'group' -d 'The character between groups of three digits of a number, such as \'.\' or \' \'.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" separator' -l 'separator' -d 'The ASCII character between CSV fields, \\t for a tab (default: detected).' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" quote' -l 'quote' -d 'The ASCII character around CSV fields, or none (default: " or \', detected).' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" escape' -l 'escape' -d 'The character that takes the meaning from a quote or separator behind it, such as \'\\\'. \\n, \\t and other letters of MySQL and PostgreSQL are characters, and \\N means NULL.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" trim' -l 'trim' -d 'Remove blanks before and behind CSV fields, and before their quotes.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" comment' -l 'comment' -d 'Skip CSV lines that begin with this character.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" strict' -l 'strict' -d 'Refuse a quote inside a CSV field without quotes, which is otherwise text.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" ragged' -l 'ragged' -d 'For a CSV row with fewer fields than names: error, or fill it with NULL.' -rfka 'error fill'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" columns' -l 'columns' -d 'The names of the fields of a CSV file without a header: id,name. With --skip-lines 1 they replace the header.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" no-header' -l 'no-header' -d 'Read the first CSV line as data, with the columns of the table in order. In a new table they are column_1, column_2 and so on.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" header' -l 'header' -d 'The number of the line with the names of the CSV fields: lines above it are skipped.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" skip-lines' -l 'skip-lines' -d 'The number of lines at the start of a CSV file to skip, such as titles.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" skip-footer' -l 'skip-footer' -d 'The number of lines at the end of a CSV file to skip, such as sums. Blank lines above and between them count.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" dangling' -l 'dangling' -d 'What to do with a reference to a missing row: reject, null or keep.' -rfka 'reject null keep'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" blobs' -l 'blobs' -d 'The encoding of BLOB columns in CSV: base64, or reject to refuse such text.' -rfka 'reject base64'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" any-type' -l 'any-type' -d 'Store values of any type in any column, as SQLite does: text in INTEGER columns, numbers in BLOB columns. Otherwise they are bad records.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" on-conflict' -l 'on-conflict' -d 'What to do with a record whose key exists: merge, replace (the record replaces the row), ignore (the row is kept) or error. Nested records are always merged.' -rfka 'merge replace ignore error'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" on-duplicate' -l 'on-duplicate' -d 'Which of several versions of a row in the inputs wins: last, first, or error to refuse them. The report names the tables and columns with such versions.' -rfka 'last first error'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" on-error' -l 'on-error' -d 'What to do with a bad record: abort, reject (write it to the reject file, which can be corrected and imported) or skip. Except with abort, a file with a wrong header is left out.' -rfka 'abort reject skip'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" max-errors' -l 'max-errors' -d 'The number of bad records after which the import ends with status 65.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" rejects' -l 'rejects' -d 'The reject file, which must be new or empty (default: DATABASE.rejects.jsonl).' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" batch-size' -l 'batch-size' -d 'The number of records in a commit (default: all with --on-error abort, otherwise 5000). An interrupted import resumes after the last commit when it is run again.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" dry-run' -l 'dry-run' -d 'Read and check all records and report the changes, without writing them.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" restart' -l 'restart' -d 'Start from the beginning instead of resuming an interrupted import.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" ignore-unknown' -l 'ignore-unknown' -d 'Ignore columns and members that the tables do not have.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" keep-order' -l 'keep-order' -d 'Read the files in the given order, instead of referenced tables first.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" migrations' -l 'migrations' -d 'The folder with the numbered .sql files. A database of a newer program is then refused.' -rfa '(__stategraph_complete_directories)'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" any-application' -l 'any-application' -d 'Change the file although its application id is that of another program.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" create' -l 'create' -d 'Create the database, with tables for the records of the files as infer finds them. The migration is written to DATABASE.migrations, or to the folder of --migrations.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" mapping-template' -l 'mapping-template' -d 'Import nothing. Print a mapping to complete, with the names of the files that the tables do not have.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" json' -l 'json' -d 'Print the report as JSON.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" q quiet' -l 'quiet' -s 'q' -d 'Print no report and show no progress.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph import" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph infer" -ge 1' -fa '(set -l exts \'csv\' \'tsv\' \'tab\' \'json\' \'jsonl\' \'ndjson\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" migrations' -l 'migrations' -d 'The folder with the numbered .sql files.' -rfa '(__stategraph_complete_directories)'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" name' -l 'name' -d 'The name of the migration (default: create_ and the tables, or their number).' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" table' -l 'table' -d 'The table of the records (default: the name of the file).' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" format' -l 'format' -d 'csv, tsv, json or jsonl (default: by the extension of the file, or detected from the content). The names of programs stand for several options, before which those of the command line have priority: excel, geojson, mongoexport, mysql, mysql-batch, mysql-csv, ndjson, pandas, postgresql-text and r.' -rfka 'csv tsv json jsonl excel geojson mongoexport mysql mysql-batch mysql-csv ndjson pandas postgresql-text r'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" root' -l 'root' -d 'The path of the records in a JSON document: items, data.items or $.data.items.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" encoding' -l 'encoding' -d 'utf-8, utf-16, utf-16le, utf-16be, latin1 or windows-1252 (default: detected from the byte order mark or the pattern of UTF-16, otherwise utf-8).' -rfka 'utf-8 utf-16 utf-16le utf-16be latin1 windows-1252'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" key' -l 'key' -d 'How records without a key are told apart: by their content, so that the same import again changes nothing, or append, which numbers them.' -rfka 'content append'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" map-by-id' -l 'map-by-id' -d 'Read the members of one JSON object as records, each with its name as its key.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" duplicate-keys' -l 'duplicate-keys' -d 'For a repeated member name in a JSON object: refuse the input, or take the last value.' -rfka 'refuse last'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" max-depth' -l 'max-depth' -d 'The maximum nesting of JSON, from 1 to 1000 (default: 128).' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" mapping' -l 'mapping' -d 'A JSON file that maps names and values of the inputs to those of the tables: see stategraph-mapping(5).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'json\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" numbers' -l 'numbers' -d 'How numbers are read: exact, or lenient to accept +5, 5-, (5), 1,234, 5 %, $5, inf, and NaN as NULL in CSV, 5.0 and 1e3 in integer columns, and NaN and Infinity in JSON.' -rfka 'exact lenient'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" null' -l 'null' -d 'Fields without quotes that mean NULL, separated by commas: NA,\\N. An empty field is then a text, unless the list has an empty word: NA,' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" empty' -l 'empty' -d 'What an empty field means: null or text (default: null, text with --null).' -rfka 'null text'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" quoted-empty' -l 'quoted-empty' -d 'What an empty field in quotes means: null or text (default: text).' -rfka 'null text'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" decimal' -l 'decimal' -d 'The character before the fraction of a number, such as \',\' (default: a point), or auto: a comma where the numbers or semicolons between the fields show it.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" group' -l 'group' -d 'The character between groups of three digits of a number, such as \'.\' or \' \'.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" separator' -l 'separator' -d 'The ASCII character between CSV fields, \\t for a tab (default: detected).' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" quote' -l 'quote' -d 'The ASCII character around CSV fields, or none (default: " or \', detected).' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" escape' -l 'escape' -d 'The character that takes the meaning from a quote or separator behind it, such as \'\\\'. \\n, \\t and other letters of MySQL and PostgreSQL are characters, and \\N means NULL.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" trim' -l 'trim' -d 'Remove blanks before and behind CSV fields, and before their quotes.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" comment' -l 'comment' -d 'Skip CSV lines that begin with this character.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" strict' -l 'strict' -d 'Refuse a quote inside a CSV field without quotes, which is otherwise text.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" ragged' -l 'ragged' -d 'For a CSV row with fewer fields than names: error, or fill it with NULL.' -rfka 'error fill'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" columns' -l 'columns' -d 'The names of the fields of a CSV file without a header: id,name. With --skip-lines 1 they replace the header.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" no-header' -l 'no-header' -d 'Read the first CSV line as data, with the columns of the table in order. In a new table they are column_1, column_2 and so on.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" header' -l 'header' -d 'The number of the line with the names of the CSV fields: lines above it are skipped.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" skip-lines' -l 'skip-lines' -d 'The number of lines at the start of a CSV file to skip, such as titles.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" skip-footer' -l 'skip-footer' -d 'The number of lines at the end of a CSV file to skip, such as sums. Blank lines above and between them count.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" on-error' -l 'on-error' -d 'What to do with a record that cannot be read: abort, or leave it out with reject or skip, as an import with the same option does.' -rfka 'abort reject skip'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" dry-run' -l 'dry-run' -d 'Print the SQL instead of writing a file.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" json' -l 'json' -d 'Print JSON.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph infer" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph generate" -eq 1' -F
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph generate" database' -l 'database' -d 'The database file.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph generate" migrations' -l 'migrations' -d 'The folder with the numbered .sql files.' -rfa '(__stategraph_complete_directories)'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph generate" o output' -l 'output' -s 'o' -d 'A new .swift file, or a folder with a file for each class.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph generate" public' -l 'public' -d 'Declare the classes public.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph generate" prefix' -l 'prefix' -d 'The beginning of the name of every class, to avoid collisions: App.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph generate" force' -l 'force' -d 'Replace existing files.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph generate" json' -l 'json' -d 'Print JSON.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph generate" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph generate" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph inspect" -eq 1' -F
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph inspect" database' -l 'database' -d 'The database file.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph inspect" migrations' -l 'migrations' -d 'The folder with the numbered .sql files.' -rfa '(__stategraph_complete_directories)'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph inspect" count' -l 'count' -d 'Count rows and measure sizes.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph inspect" no-count' -l 'no-count' -d 'Count rows and measure sizes.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph inspect" json' -l 'json' -d 'Print JSON.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph inspect" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph inspect" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph export" -eq 1' -F
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph export" database' -l 'database' -d 'The database file.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph export" format' -l 'format' -d 'csv, tsv, json or jsonl (default: by the extension of --output, else csv, or json with --nested).' -rfka 'csv tsv json jsonl'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph export" o output' -l 'output' -s 'o' -d 'A file, a folder/ with a file for each table, or - for standard output.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph export" nested' -l 'nested' -d 'Nest the rows of other tables in the JSON records that they belong to.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph export" force' -l 'force' -d 'Replace existing files.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph export" line-end' -l 'line-end' -d 'The line ending of CSV: lf or crlf.' -rfka 'lf crlf'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph export" blobs' -l 'blobs' -d 'The encoding of BLOB values: base64, or reject to end the export.' -rfka 'reject base64'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph export" json' -l 'json' -d 'Print the report as JSON.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph export" q quiet' -l 'quiet' -s 'q' -d 'Print no report and no notes, except for warnings about rows left out.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph export" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph export" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph query" -eq 1' -F
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph query" database' -l 'database' -d 'The database file.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph query" file' -l 'file' -d 'The file with the statement.' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'sql\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph query" format' -l 'format' -d 'table, json, jsonl, csv, tsv, line, markdown or insert.' -rfka 'table json jsonl csv tsv line markdown insert'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph query" json' -l 'json' -d 'Print one JSON object with the rows, instead of --format.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph query"' -l 'parameter' -s 'p' -d 'NAME=VALUE for the parameter :NAME of the statement; NAME=\'VALUE\' for text.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph query"' -l 'dates' -d 'COLUMN=CLOCK for numbers that are written as dates in UTC: seconds, milliseconds, microseconds or nanoseconds since 1970; chromium, core-data, darktable, julian or excel. Repeatable.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph query" write' -l 'write' -d 'Allow the statement to change the database.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph query" any-application' -l 'any-application' -d 'Change the file although its application id is that of another program.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph query" watch' -l 'watch' -d 'Print the result again whenever it changes, until interrupted.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph query" interval' -l 'interval' -d 'The seconds between two checks for changes.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph query" count' -l 'count' -d 'The number of results after which the command ends.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph query" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph query" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph watch" -eq 1' -F
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph watch" database' -l 'database' -d 'The database file.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph watch" values' -l 'values' -d 'Keep the values of all rows in memory and report the old ones.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph watch" interval' -l 'interval' -d 'The seconds between two reads of the tables, if commits are not logged.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph watch" count' -l 'count' -d 'The number of changes after which the command ends, at the end of a commit.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph watch" q quiet' -l 'quiet' -s 'q' -d 'Do not print a message when watching begins.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph watch" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph watch" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph studio" -eq 1' -F
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph studio" database' -l 'database' -d 'The database file.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph studio" write' -l 'write' -d 'Let the page change rows.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph studio" any-application' -l 'any-application' -d 'Change the file although its application id is that of another program.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph studio" port' -l 'port' -d 'The port. By default, the system chooses one.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph studio" log' -l 'log' -d 'Print one line for each request, without its content.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph studio" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph studio" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph check" -eq 1' -F
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph check" database' -l 'database' -d 'The database file.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph check" migrations' -l 'migrations' -d 'The folder with the numbered .sql files.' -rfa '(__stategraph_complete_directories)'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph check" quick' -l 'quick' -d 'Skip the comparison of tables with their indexes, which takes most of the time.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph check" json' -l 'json' -d 'Print JSON.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph check" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph check" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph backup" -eq 1' -F
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph backup" database' -l 'database' -d 'The database file.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph backup" -eq 2' -F
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph backup" force' -l 'force' -d 'Replace an existing file.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph backup" json' -l 'json' -d 'Print the report as JSON.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph backup" q quiet' -l 'quiet' -s 'q' -d 'Print no report and show no progress.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph backup" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph backup" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph schema" -eq 1' -F
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph schema" database' -l 'database' -d 'The database file.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph schema" tables' -l 'tables' -d 'The tables, separated by commas.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph schema"' -l 'around' -d 'The table in the middle: it and the tables near to it are shown. Repeatable.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph schema" depth' -l 'depth' -d 'The number of references from --around to the farthest table (default: 1).' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph schema" format' -l 'format' -d 'sql, mermaid, svg or json (default: by the extension of --output, else sql).' -rfka 'sql mermaid svg json'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph schema" o output' -l 'output' -s 'o' -d 'The file to write. An existing file is replaced.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph schema" json' -l 'json' -d 'Print JSON: the same as --format json.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph schema" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph schema" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph fixtures" -eq 1' -fa 'extract' -d 'Writes a part of a database as a fixture for tests.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph fixtures" -eq 1' -fa 'generate' -d 'Generates rows that satisfy the schema of a database or of its migrations.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph fixtures" -eq 1' -fa 'check' -d 'Loads a fixture into a temporary database, and reports every error.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph fixtures extract" -eq 1' -F
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures extract" database' -l 'database' -d 'The database file.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures extract" from' -l 'from' -d 'The table with the chosen rows.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures extract" where' -l 'where' -d 'A condition on the chosen rows in SQL (default: all rows).' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures extract" limit' -l 'limit' -d 'The largest number of chosen rows, in the order of their keys.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures extract"' -l 'with' -d 'TABLE or TABLE:N: also take the rows of TABLE that refer to a chosen row, at most N for each row, in the order of their keys.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures extract" o output' -l 'output' -s 'o' -d 'The folder to create.' -rfa '(__stategraph_complete_directories)'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures extract" mask' -l 'mask' -d 'The JSON file with a mask for each column (- for standard input).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'json\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures extract" key' -l 'key' -d 'The file whose bytes are the key of the masks, at least 16.' -rF
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures extract" suggest' -l 'suggest' -d 'Extract nothing. Write proposed masks to the file of --mask, or to standard output. The proposal is judged by names, types and the first values of the columns: review it.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures extract" force' -l 'force' -d 'Replace a folder that contains only .jsonl and .sql files, or with --suggest the file of --mask.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures extract" json' -l 'json' -d 'Print the report as JSON.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures extract" q quiet' -l 'quiet' -s 'q' -d 'Print no report.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures extract" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures extract" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph fixtures generate" -eq 1' -F
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures generate" scale' -l 'scale' -d 'The number of rows of each table.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures generate"' -l 'rows' -d 'The number of rows of one table: orders=5000. May be repeated.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures generate" seed' -l 'seed' -d 'The seed of the random values.' -rfka ''
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures generate" o output' -l 'output' -s 'o' -d 'The folder for the files.' -rfa '(__stategraph_complete_directories)'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures generate" force' -l 'force' -d 'Replace existing files.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures generate" json' -l 'json' -d 'Print JSON.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures generate" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures generate" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_positional "stategraph fixtures check" -eq 1' -fa '(__stategraph_complete_directories)'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures check" migrations' -l 'migrations' -d 'The folder with the numbered .sql files.' -rfa '(__stategraph_complete_directories)'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures check" json' -l 'json' -d 'Print JSON.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures check" version' -l 'version' -d 'Show the version.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph fixtures check" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'stategraph' -n '__stategraph_should_offer_completions_for_flags_or_options "stategraph help" version' -l 'version' -d 'Show the version.'

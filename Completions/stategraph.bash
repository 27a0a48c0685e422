#!/bin/bash

__stategraph_cursor_index_in_current_word() {
    local remaining="${COMP_LINE}"

    local word
    for word in "${COMP_WORDS[@]::COMP_CWORD}"; do
        remaining="${remaining##*([[:space:]])"${word}"*([[:space:]])}"
    done

    local -ir index="$((COMP_POINT - ${#COMP_LINE} + ${#remaining}))"
    if [[ "${index}" -le 0 ]]; then
        printf 0
    else
        printf %s "${index}"
    fi
}

# positional arguments:
#
# - 1: the current (sub)command's count of positional arguments
#
# required variables:
#
# - repeating_flags: the repeating flags that the current (sub)command can accept
# - non_repeating_flags: the non-repeating flags that the current (sub)command can accept
# - repeating_options: the repeating options that the current (sub)command can accept
# - non_repeating_options: the non-repeating options that the current (sub)command can accept
# - positional_number: value ignored
# - unparsed_words: unparsed words from the current command line
#
# modified variables:
#
# - non_repeating_flags: remove flags for this (sub)command that are already on the command line
# - non_repeating_options: remove options for this (sub)command that are already on the command line
# - positional_number: set to the current positional number
# - unparsed_words: remove all flags, options, and option values for this (sub)command
__stategraph_offer_flags_options() {
    local -ir positional_count="${1}"
    positional_number=0

    local was_flag_option_terminator_seen=false
    local is_parsing_option_value=false

    local -ar unparsed_word_indices=("${!unparsed_words[@]}")
    local -i word_index
    for word_index in "${unparsed_word_indices[@]}"; do
        if "${is_parsing_option_value}"; then
            # This word is an option value:
            # Reset marker for next word iff not currently the last word
            [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]] && is_parsing_option_value=false
            unset "unparsed_words[${word_index}]"
            # Do not process this word as a flag or an option
            continue
        fi

        local word="${unparsed_words["${word_index}"]}"
        if ! "${was_flag_option_terminator_seen}"; then
            case "${word}" in
            --)
                unset "unparsed_words[${word_index}]"
                # by itself -- is a flag/option terminator, but if it is the last word, it is the start of a completion
                if [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]]; then
                    was_flag_option_terminator_seen=true
                fi
                continue
                ;;
            -*)
                # ${word} is a flag or an option
                # If ${word} is an option, mark that the next word to be parsed is an option value
                local option
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${word}" = "${option}" ]] && is_parsing_option_value=true && break
                done

                # Remove ${word} from ${non_repeating_flags} or ${non_repeating_options} so it isn't offered again
                local not_found=true
                local -i index
                for index in "${!non_repeating_flags[@]}"; do
                    if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                        unset "non_repeating_flags[${index}]"
                        non_repeating_flags=("${non_repeating_flags[@]}")
                        not_found=false
                        break
                    fi
                done
                if "${not_found}"; then
                    for index in "${!non_repeating_flags[@]}"; do
                        if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                            unset "non_repeating_flags[${index}]"
                            non_repeating_flags=("${non_repeating_flags[@]}")
                            break
                        fi
                    done
                fi
                unset "unparsed_words[${word_index}]"
                continue
                ;;
            esac
        fi

        # ${word} is neither a flag, nor an option, nor an option value
        if [[ "${positional_number}" -lt "${positional_count}" || "${positional_count}" -lt 0 ]]; then
            # ${word} is a positional
            ((positional_number++))
            unset "unparsed_words[${word_index}]"
        else
            if [[ -z "${word}" ]]; then
                # Could be completing a flag, option, or subcommand
                positional_number=-1
            else
                # ${word} is a subcommand or invalid, so stop processing this (sub)command
                positional_number=-2
            fi
            break
        fi
    done

    unparsed_words=("${unparsed_words[@]}")

    if\
        ! "${was_flag_option_terminator_seen}"\
        && ! "${is_parsing_option_value}"\
        && [[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]
    then
        COMPREPLY+=($(compgen -W "${repeating_flags[*]} ${non_repeating_flags[*]} ${repeating_options[*]} ${non_repeating_options[*]}" -- "${cur}"))
    fi
}

__stategraph_add_completions() {
    local completion
    while IFS='' read -r completion; do
        COMPREPLY+=("${completion}")
    done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
}

__stategraph_custom_complete() {
    if [[ -n "${cur}" || -z ${COMP_WORDS[${COMP_CWORD}]} || "${COMP_LINE:${COMP_POINT}:1}" != ' ' ]]; then
        local -ar words=("${COMP_WORDS[@]}")
    else
        local -ar words=("${COMP_WORDS[@]::${COMP_CWORD}}" '' "${COMP_WORDS[@]:${COMP_CWORD}}")
    fi

    "${COMP_WORDS[0]}" "${@}" "${words[@]}"
}

_stategraph() {
    local state
    state="$(shopt -p;shopt -po)"
    trap "${state//$'\n'/;}" RETURN
    shopt -s extglob
    set +o history +o posix

    local -xr SAP_SHELL=bash
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(IFS='.';printf %s "${BASH_VERSINFO[*]}")"
    local -r SAP_SHELL_VERSION

    local -r cur="${2}"
    local -r prev="${3}"

    local -i positional_number
    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

    local -a repeating_flags=()
    local -a non_repeating_flags=(--version -h --help)
    local -a repeating_options=()
    local -a non_repeating_options=()
    __stategraph_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    migrate|import|infer|generate|inspect|export|query|watch|studio|check|backup|schema|fixtures|help)
        # Offer subcommand argument completions
        "_stategraph_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'migrate import infer generate inspect export query watch studio check backup schema fixtures help' -- "${cur}"))
        ;;
    esac
}

_stategraph_migrate() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __stategraph_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    up|down|status|verify|repair|baseline|new|diff)
        # Offer subcommand argument completions
        "_stategraph_migrate_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'up down status verify repair baseline new diff' -- "${cur}"))
        ;;
    esac
}

_stategraph_migrate_up() {
    repeating_flags=()
    non_repeating_flags=(--any-application --dry-run --no-backup --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--database --migrations --to)
    __stategraph_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--database')
        __stategraph_add_completions -f
        return
        ;;
    '--migrations')
        __stategraph_add_completions -d
        return
        ;;
    '--to')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __stategraph_add_completions -f
        return
        ;;
    esac
}

_stategraph_migrate_down() {
    repeating_flags=()
    non_repeating_flags=(--any-application --no-backup --yes -y --no-input --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--database --migrations --steps --to)
    __stategraph_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--database')
        __stategraph_add_completions -f
        return
        ;;
    '--migrations')
        __stategraph_add_completions -d
        return
        ;;
    '--steps')
        return
        ;;
    '--to')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __stategraph_add_completions -f
        return
        ;;
    esac
}

_stategraph_migrate_status() {
    repeating_flags=()
    non_repeating_flags=(--any-application --check --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--database --migrations)
    __stategraph_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--database')
        __stategraph_add_completions -f
        return
        ;;
    '--migrations')
        __stategraph_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __stategraph_add_completions -f
        return
        ;;
    esac
}

_stategraph_migrate_verify() {
    repeating_flags=()
    non_repeating_flags=(--any-application --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--database --migrations)
    __stategraph_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--database')
        __stategraph_add_completions -f
        return
        ;;
    '--migrations')
        __stategraph_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __stategraph_add_completions -f
        return
        ;;
    esac
}

_stategraph_migrate_repair() {
    repeating_flags=()
    non_repeating_flags=(--any-application --yes -y --no-input --json --version -h --help)
    repeating_options=(--record --forget)
    non_repeating_options=(--database --migrations)
    __stategraph_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--database')
        __stategraph_add_completions -f
        return
        ;;
    '--migrations')
        __stategraph_add_completions -d
        return
        ;;
    '--record')
        return
        ;;
    '--forget')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __stategraph_add_completions -f
        return
        ;;
    esac
}

_stategraph_migrate_baseline() {
    repeating_flags=()
    non_repeating_flags=(--any-application --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--database --migrations --to)
    __stategraph_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--database')
        __stategraph_add_completions -f
        return
        ;;
    '--migrations')
        __stategraph_add_completions -d
        return
        ;;
    '--to')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __stategraph_add_completions -f
        return
        ;;
    esac
}

_stategraph_migrate_new() {
    repeating_flags=()
    non_repeating_flags=(--down --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--migrations)
    __stategraph_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--migrations')
        __stategraph_add_completions -d
        return
        ;;
    esac
}

_stategraph_migrate_diff() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--name --migrations)
    __stategraph_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--name')
        return
        ;;
    '--migrations')
        __stategraph_add_completions -d
        return
        ;;
    esac
}

_stategraph_import() {
    repeating_flags=()
    non_repeating_flags=(--map-by-id --trim --strict --no-header --any-type --dry-run --restart --ignore-unknown --keep-order --any-application --create --mapping-template --json --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=(--database --table --format --root --encoding --key --duplicate-keys --max-depth --mapping --numbers --null --empty --quoted-empty --decimal --group --separator --quote --escape --comment --ragged --columns --header --skip-lines --skip-footer --dangling --blobs --on-conflict --on-duplicate --on-error --max-errors --rejects --batch-size --migrations)
    __stategraph_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--database')
        __stategraph_add_completions -f
        return
        ;;
    '--table')
        return
        ;;
    '--format')
        __stategraph_add_completions -W 'csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''excel'$'\n''geojson'$'\n''mongoexport'$'\n''mysql'$'\n''mysql-batch'$'\n''mysql-csv'$'\n''ndjson'$'\n''pandas'$'\n''postgresql-text'$'\n''r'
        return
        ;;
    '--root')
        return
        ;;
    '--encoding')
        __stategraph_add_completions -W 'utf-8'$'\n''utf-16'$'\n''utf-16le'$'\n''utf-16be'$'\n''latin1'$'\n''windows-1252'
        return
        ;;
    '--key')
        __stategraph_add_completions -W 'content'$'\n''append'
        return
        ;;
    '--duplicate-keys')
        __stategraph_add_completions -W 'refuse'$'\n''last'
        return
        ;;
    '--max-depth')
        return
        ;;
    '--mapping')
        __stategraph_add_completions -o plusdirs -fX '!*.@(json)'
        return
        ;;
    '--numbers')
        __stategraph_add_completions -W 'exact'$'\n''lenient'
        return
        ;;
    '--null')
        return
        ;;
    '--empty')
        __stategraph_add_completions -W 'null'$'\n''text'
        return
        ;;
    '--quoted-empty')
        __stategraph_add_completions -W 'null'$'\n''text'
        return
        ;;
    '--decimal')
        return
        ;;
    '--group')
        return
        ;;
    '--separator')
        return
        ;;
    '--quote')
        return
        ;;
    '--escape')
        return
        ;;
    '--comment')
        return
        ;;
    '--ragged')
        __stategraph_add_completions -W 'error'$'\n''fill'
        return
        ;;
    '--columns')
        return
        ;;
    '--header')
        return
        ;;
    '--skip-lines')
        return
        ;;
    '--skip-footer')
        return
        ;;
    '--dangling')
        __stategraph_add_completions -W 'reject'$'\n''null'$'\n''keep'
        return
        ;;
    '--blobs')
        __stategraph_add_completions -W 'reject'$'\n''base64'
        return
        ;;
    '--on-conflict')
        __stategraph_add_completions -W 'merge'$'\n''replace'$'\n''ignore'$'\n''error'
        return
        ;;
    '--on-duplicate')
        __stategraph_add_completions -W 'last'$'\n''first'$'\n''error'
        return
        ;;
    '--on-error')
        __stategraph_add_completions -W 'abort'$'\n''reject'$'\n''skip'
        return
        ;;
    '--max-errors')
        return
        ;;
    '--rejects')
        __stategraph_add_completions -f
        return
        ;;
    '--batch-size')
        return
        ;;
    '--migrations')
        __stategraph_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __stategraph_add_completions -f
        return
        ;;
    *)
        __stategraph_add_completions -o plusdirs -fX '!*.@(csv|tsv|tab|json|jsonl|ndjson)'
        return
        ;;
    esac
}

_stategraph_infer() {
    repeating_flags=()
    non_repeating_flags=(--map-by-id --trim --strict --no-header --dry-run --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--migrations --name --table --format --root --encoding --key --duplicate-keys --max-depth --mapping --numbers --null --empty --quoted-empty --decimal --group --separator --quote --escape --comment --ragged --columns --header --skip-lines --skip-footer --on-error)
    __stategraph_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--migrations')
        __stategraph_add_completions -d
        return
        ;;
    '--name')
        return
        ;;
    '--table')
        return
        ;;
    '--format')
        __stategraph_add_completions -W 'csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''excel'$'\n''geojson'$'\n''mongoexport'$'\n''mysql'$'\n''mysql-batch'$'\n''mysql-csv'$'\n''ndjson'$'\n''pandas'$'\n''postgresql-text'$'\n''r'
        return
        ;;
    '--root')
        return
        ;;
    '--encoding')
        __stategraph_add_completions -W 'utf-8'$'\n''utf-16'$'\n''utf-16le'$'\n''utf-16be'$'\n''latin1'$'\n''windows-1252'
        return
        ;;
    '--key')
        __stategraph_add_completions -W 'content'$'\n''append'
        return
        ;;
    '--duplicate-keys')
        __stategraph_add_completions -W 'refuse'$'\n''last'
        return
        ;;
    '--max-depth')
        return
        ;;
    '--mapping')
        __stategraph_add_completions -o plusdirs -fX '!*.@(json)'
        return
        ;;
    '--numbers')
        __stategraph_add_completions -W 'exact'$'\n''lenient'
        return
        ;;
    '--null')
        return
        ;;
    '--empty')
        __stategraph_add_completions -W 'null'$'\n''text'
        return
        ;;
    '--quoted-empty')
        __stategraph_add_completions -W 'null'$'\n''text'
        return
        ;;
    '--decimal')
        return
        ;;
    '--group')
        return
        ;;
    '--separator')
        return
        ;;
    '--quote')
        return
        ;;
    '--escape')
        return
        ;;
    '--comment')
        return
        ;;
    '--ragged')
        __stategraph_add_completions -W 'error'$'\n''fill'
        return
        ;;
    '--columns')
        return
        ;;
    '--header')
        return
        ;;
    '--skip-lines')
        return
        ;;
    '--skip-footer')
        return
        ;;
    '--on-error')
        __stategraph_add_completions -W 'abort'$'\n''reject'$'\n''skip'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __stategraph_add_completions -o plusdirs -fX '!*.@(csv|tsv|tab|json|jsonl|ndjson)'
        return
        ;;
    esac
}

_stategraph_generate() {
    repeating_flags=()
    non_repeating_flags=(--public --force --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--database --migrations --output -o --prefix)
    __stategraph_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--database')
        __stategraph_add_completions -f
        return
        ;;
    '--migrations')
        __stategraph_add_completions -d
        return
        ;;
    '--output'|'-o')
        __stategraph_add_completions -f
        return
        ;;
    '--prefix')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __stategraph_add_completions -f
        return
        ;;
    esac
}

_stategraph_inspect() {
    repeating_flags=()
    non_repeating_flags=(--count --no-count --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--database --migrations)
    __stategraph_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--database')
        __stategraph_add_completions -f
        return
        ;;
    '--migrations')
        __stategraph_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __stategraph_add_completions -f
        return
        ;;
    esac
}

_stategraph_export() {
    repeating_flags=()
    non_repeating_flags=(--nested --force --json --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=(--database --format --output -o --line-end --blobs)
    __stategraph_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--database')
        __stategraph_add_completions -f
        return
        ;;
    '--format')
        __stategraph_add_completions -W 'csv'$'\n''tsv'$'\n''json'$'\n''jsonl'
        return
        ;;
    '--output'|'-o')
        __stategraph_add_completions -f
        return
        ;;
    '--line-end')
        __stategraph_add_completions -W 'lf'$'\n''crlf'
        return
        ;;
    '--blobs')
        __stategraph_add_completions -W 'reject'$'\n''base64'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __stategraph_add_completions -f
        return
        ;;
    esac
}

_stategraph_query() {
    repeating_flags=()
    non_repeating_flags=(--json --write --any-application --watch --version -h --help)
    repeating_options=(--parameter -p --dates)
    non_repeating_options=(--database --file --format --interval --count)
    __stategraph_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--database')
        __stategraph_add_completions -f
        return
        ;;
    '--file')
        __stategraph_add_completions -o plusdirs -fX '!*.@(sql)'
        return
        ;;
    '--format')
        __stategraph_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''line'$'\n''markdown'$'\n''insert'
        return
        ;;
    '--parameter'|'-p')
        return
        ;;
    '--dates')
        return
        ;;
    '--interval')
        return
        ;;
    '--count')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __stategraph_add_completions -f
        return
        ;;
    esac
}

_stategraph_watch() {
    repeating_flags=()
    non_repeating_flags=(--values --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=(--database --interval --count)
    __stategraph_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--database')
        __stategraph_add_completions -f
        return
        ;;
    '--interval')
        return
        ;;
    '--count')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __stategraph_add_completions -f
        return
        ;;
    esac
}

_stategraph_studio() {
    repeating_flags=()
    non_repeating_flags=(--write --any-application --log --version -h --help)
    repeating_options=()
    non_repeating_options=(--database --port)
    __stategraph_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--database')
        __stategraph_add_completions -f
        return
        ;;
    '--port')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __stategraph_add_completions -f
        return
        ;;
    esac
}

_stategraph_check() {
    repeating_flags=()
    non_repeating_flags=(--quick --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--database --migrations)
    __stategraph_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--database')
        __stategraph_add_completions -f
        return
        ;;
    '--migrations')
        __stategraph_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __stategraph_add_completions -f
        return
        ;;
    esac
}

_stategraph_backup() {
    repeating_flags=()
    non_repeating_flags=(--force --json --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=(--database)
    __stategraph_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--database')
        __stategraph_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __stategraph_add_completions -f
        return
        ;;
    2)
        __stategraph_add_completions -f
        return
        ;;
    esac
}

_stategraph_schema() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=(--around)
    non_repeating_options=(--database --tables --depth --format --output -o)
    __stategraph_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--database')
        __stategraph_add_completions -f
        return
        ;;
    '--tables')
        return
        ;;
    '--around')
        return
        ;;
    '--depth')
        return
        ;;
    '--format')
        __stategraph_add_completions -W 'sql'$'\n''mermaid'$'\n''svg'$'\n''json'
        return
        ;;
    '--output'|'-o')
        __stategraph_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __stategraph_add_completions -f
        return
        ;;
    esac
}

_stategraph_fixtures() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __stategraph_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    extract|generate|check)
        # Offer subcommand argument completions
        "_stategraph_fixtures_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'extract generate check' -- "${cur}"))
        ;;
    esac
}

_stategraph_fixtures_extract() {
    repeating_flags=()
    non_repeating_flags=(--suggest --force --json --quiet -q --version -h --help)
    repeating_options=(--with)
    non_repeating_options=(--database --from --where --limit --output -o --mask --key)
    __stategraph_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--database')
        __stategraph_add_completions -f
        return
        ;;
    '--from')
        return
        ;;
    '--where')
        return
        ;;
    '--limit')
        return
        ;;
    '--with')
        return
        ;;
    '--output'|'-o')
        __stategraph_add_completions -d
        return
        ;;
    '--mask')
        __stategraph_add_completions -o plusdirs -fX '!*.@(json)'
        return
        ;;
    '--key')
        __stategraph_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __stategraph_add_completions -f
        return
        ;;
    esac
}

_stategraph_fixtures_generate() {
    repeating_flags=()
    non_repeating_flags=(--force --json --version -h --help)
    repeating_options=(--rows)
    non_repeating_options=(--scale --seed --output -o)
    __stategraph_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--scale')
        return
        ;;
    '--rows')
        return
        ;;
    '--seed')
        return
        ;;
    '--output'|'-o')
        __stategraph_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __stategraph_add_completions -f
        return
        ;;
    esac
}

_stategraph_fixtures_check() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--migrations)
    __stategraph_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--migrations')
        __stategraph_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __stategraph_add_completions -d
        return
        ;;
    esac
}

_stategraph_help() {
    repeating_flags=()
    non_repeating_flags=(--version)
    repeating_options=()
    non_repeating_options=()
    __stategraph_offer_flags_options -1
}

complete -o filenames -F _stategraph stategraph

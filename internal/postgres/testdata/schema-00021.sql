SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE FUNCTION public.audit_log_refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE 'the audit log is only ever added to' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE FUNCTION public.checks_delete_pairs() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    DELETE FROM pairs WHERE check_id = OLD.id;
    RETURN OLD;
END $$;
CREATE FUNCTION public.pairs_protect_sides() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_nestloop TO 'off'
    AS $$
DECLARE
    changed bigint[] := ARRAY(SELECT DISTINCT check_id FROM removed ORDER BY check_id);
    needed bigint;
BEGIN
    PERFORM FROM checks WHERE id = ANY (changed) ORDER BY id FOR UPDATE;
    IF NOT EXISTS (SELECT FROM pairs WHERE check_id = ANY (changed)) THEN
        RETURN NULL; -- as when a contest is deleted
    END IF;
    SELECT min(r.submission_id) INTO needed
    FROM removed r
    JOIN (
        SELECT check_id, left_submission AS submission_id FROM pairs WHERE check_id = ANY (changed)
        UNION
        SELECT check_id, right_submission FROM pairs WHERE check_id = ANY (changed)
    ) side USING (check_id, submission_id)
    WHERE NOT EXISTS (SELECT FROM check_submissions s WHERE s.check_id = r.check_id AND s.submission_id = r.submission_id);
    IF needed IS NOT NULL THEN
        RAISE foreign_key_violation USING TABLE = 'check_submissions',
            MESSAGE = format('submission %s is a side of a pair of the check', needed);
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.pairs_require_sides() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    missing bigint;
BEGIN
    PERFORM FROM checks WHERE id IN (SELECT check_id FROM added) ORDER BY id FOR KEY SHARE;
    -- An aggregate, for the first row alone would be looked for row by row.
    SELECT min(side.submission_id) INTO missing
    FROM (
        SELECT check_id, left_submission AS submission_id FROM added
        UNION ALL
        SELECT check_id, right_submission FROM added
    ) side
    LEFT JOIN check_submissions s USING (check_id, submission_id)
    WHERE s.check_id IS NULL;
    IF missing IS NOT NULL THEN
        RAISE foreign_key_violation USING TABLE = 'pairs',
            MESSAGE = format('submission %s of a pair does not belong to the check', missing);
    END IF;
    RETURN NULL;
END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.alerts (
    id bigint NOT NULL,
    contest_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    problem text NOT NULL,
    left_submission bigint NOT NULL,
    right_submission bigint NOT NULL,
    suspicion double precision NOT NULL,
    first_participant bigint NOT NULL,
    second_participant bigint NOT NULL,
    earlier_problem bigint,
    state text DEFAULT 'open'::text NOT NULL,
    closing double precision,
    check_id bigint,
    pair_id bigint,
    known jsonb,
    CONSTRAINT alerts_check CHECK ((first_participant < second_participant)),
    CONSTRAINT alerts_check2 CHECK (((pair_id IS NULL) = (closing IS NULL))),
    CONSTRAINT alerts_closed CHECK (((state = 'not_upheld'::text) OR ((state = 'open'::text) = (check_id IS NULL)))),
    CONSTRAINT alerts_closing_check CHECK (((closing >= (0)::double precision) AND (closing <= (1)::double precision))),
    CONSTRAINT alerts_problem_check CHECK (((octet_length(problem) >= 1) AND (octet_length(problem) <= 2003))),
    CONSTRAINT alerts_state_check CHECK ((state = ANY (ARRAY['open'::text, 'upheld'::text, 'not_upheld'::text]))),
    CONSTRAINT alerts_suspicion_check CHECK (((suspicion >= (0)::double precision) AND (suspicion <= (1)::double precision))),
    CONSTRAINT alerts_upheld CHECK (((state <> 'upheld'::text) OR (pair_id IS NOT NULL)))
);
ALTER TABLE public.alerts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.alerts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.audit_log (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    actor bigint NOT NULL,
    actor_name text NOT NULL,
    contest_id bigint,
    action text NOT NULL,
    problem text NOT NULL,
    first_contest bigint,
    first_number integer,
    second_contest bigint,
    second_number integer,
    details jsonb NOT NULL,
    CONSTRAINT audit_log_action_check CHECK ((action <> ''::text))
);
ALTER TABLE public.audit_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.audit_notes (
    entry_id bigint NOT NULL,
    contest_id bigint NOT NULL,
    note text NOT NULL
);
CREATE TABLE public.cases (
    id bigint NOT NULL,
    contest_id bigint NOT NULL,
    problem text NOT NULL,
    first_participant bigint NOT NULL,
    second_participant bigint NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    assigned bigint,
    appealed_at timestamp with time zone,
    appeal text DEFAULT ''::text NOT NULL,
    CONSTRAINT cases_check CHECK ((first_participant < second_participant)),
    CONSTRAINT cases_problem_check CHECK (((octet_length(problem) >= 1) AND (octet_length(problem) <= 2003))),
    CONSTRAINT cases_state_check CHECK ((state = ANY (ARRAY['open'::text, 'pending'::text, 'conflict'::text, 'appealed'::text, 'confirmed'::text, 'dismissed'::text, 'unclear'::text])))
);
ALTER TABLE public.cases ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.cases_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.check_base (
    check_id bigint NOT NULL,
    ordinal integer NOT NULL,
    path text NOT NULL,
    source bytea NOT NULL,
    CONSTRAINT check_base_ordinal_check CHECK ((ordinal >= 1)),
    CONSTRAINT check_base_path_check CHECK ((path <> ''::text))
);
CREATE TABLE public.check_frequencies (
    check_id bigint NOT NULL,
    problem text NOT NULL,
    language text NOT NULL,
    content bytea NOT NULL
);
ALTER TABLE ONLY public.check_frequencies ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE TABLE public.check_near (
    check_id bigint NOT NULL,
    submission_id bigint NOT NULL,
    number integer NOT NULL,
    suspicion double precision NOT NULL,
    CONSTRAINT check_near_suspicion_check CHECK (((suspicion >= (0)::double precision) AND (suspicion <= (1)::double precision)))
);
CREATE TABLE public.check_skipped (
    check_id bigint NOT NULL,
    ordinal integer NOT NULL,
    path text NOT NULL,
    reason text NOT NULL,
    CONSTRAINT check_skipped_ordinal_check CHECK ((ordinal >= 1)),
    CONSTRAINT check_skipped_reason_check CHECK ((reason <> ''::text))
);
CREATE TABLE public.check_sources (
    check_id bigint NOT NULL,
    number integer NOT NULL,
    problem text NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    published date,
    url text NOT NULL,
    licence text NOT NULL,
    path text NOT NULL,
    source bytea NOT NULL,
    CONSTRAINT check_sources_number_check CHECK ((number >= 1))
);
CREATE TABLE public.check_submissions (
    check_id bigint NOT NULL,
    submission_id bigint NOT NULL,
    earlier boolean DEFAULT false NOT NULL
);
CREATE TABLE public.check_templates (
    check_id bigint NOT NULL,
    submission_id bigint NOT NULL,
    first_token integer NOT NULL,
    tokens integer NOT NULL,
    problems text[] NOT NULL,
    earlier boolean NOT NULL,
    CONSTRAINT check_templates_first_token_check CHECK ((first_token >= 0)),
    CONSTRAINT check_templates_problems_check CHECK ((cardinality(problems) >= 1)),
    CONSTRAINT check_templates_tokens_check CHECK ((tokens >= 1))
);
CREATE TABLE public.checks (
    id bigint NOT NULL,
    contest_id bigint NOT NULL,
    state text DEFAULT 'running'::text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    digest text NOT NULL,
    matching text DEFAULT ''::text NOT NULL,
    parameters jsonb NOT NULL,
    tool_version text NOT NULL,
    algorithm_version text NOT NULL,
    summary jsonb,
    last_listed integer DEFAULT 0 NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT checks_check CHECK (((state = 'running'::text) = (finished_at IS NULL))),
    CONSTRAINT checks_check1 CHECK (((state = 'complete'::text) = (summary IS NOT NULL))),
    CONSTRAINT checks_check2 CHECK (((state = 'failed'::text) = (reason <> ''::text))),
    CONSTRAINT checks_last_listed_check CHECK ((last_listed >= 0)),
    CONSTRAINT checks_state_check CHECK ((state = ANY (ARRAY['running'::text, 'complete'::text, 'failed'::text])))
);
ALTER TABLE public.checks ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.checks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.cluster_members (
    check_id bigint NOT NULL,
    number integer NOT NULL,
    participant_id bigint NOT NULL,
    pairs integer NOT NULL,
    earliest_submission bigint NOT NULL,
    similar_submission bigint NOT NULL,
    first boolean NOT NULL,
    CONSTRAINT cluster_members_pairs_check CHECK ((pairs >= 1))
);
CREATE TABLE public.clusters (
    check_id bigint NOT NULL,
    number integer NOT NULL,
    problem text NOT NULL,
    language text NOT NULL,
    size integer NOT NULL,
    pairs integer NOT NULL,
    highest double precision NOT NULL,
    cohesion double precision NOT NULL,
    chain boolean NOT NULL,
    weakest integer NOT NULL,
    holds double precision NOT NULL,
    bridges integer[] NOT NULL,
    parts integer[] DEFAULT '{}'::integer[] NOT NULL,
    links integer[] DEFAULT '{}'::integer[] NOT NULL,
    CONSTRAINT clusters_check CHECK ((pairs >= (size - 1))),
    CONSTRAINT clusters_cohesion_check CHECK (((cohesion >= (0)::double precision) AND (cohesion <= (1)::double precision))),
    CONSTRAINT clusters_highest_check CHECK (((highest >= (0)::double precision) AND (highest <= (1)::double precision))),
    CONSTRAINT clusters_holds_check CHECK (((holds >= (0)::double precision) AND (holds <= (1)::double precision))),
    CONSTRAINT clusters_number_check CHECK ((number >= 1)),
    CONSTRAINT clusters_size_check CHECK ((size >= 2)),
    CONSTRAINT clusters_weakest_check CHECK ((weakest >= 1))
);
CREATE TABLE public.contests (
    id bigint NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    problems integer DEFAULT 0 NOT NULL,
    participants integer DEFAULT 0 NOT NULL,
    submissions integer DEFAULT 0 NOT NULL,
    blind boolean DEFAULT true NOT NULL,
    agreement integer DEFAULT 2 NOT NULL,
    secret uuid DEFAULT gen_random_uuid() NOT NULL,
    system text DEFAULT ''::text NOT NULL,
    system_id text DEFAULT ''::text NOT NULL,
    title text DEFAULT ''::text NOT NULL,
    starts_at timestamp with time zone,
    duration interval,
    independent boolean DEFAULT true NOT NULL,
    outcomes text[] DEFAULT '{warning,"problem voided",disqualified}'::text[] NOT NULL,
    place_days integer DEFAULT 0 NOT NULL,
    program_days integer DEFAULT 0 NOT NULL,
    contest_days integer DEFAULT 0 NOT NULL,
    published_base boolean DEFAULT false NOT NULL,
    CONSTRAINT contests_agreement_check CHECK (((agreement >= 1) AND (agreement <= 9))),
    CONSTRAINT contests_contest_days_check CHECK ((contest_days >= 0)),
    CONSTRAINT contests_name_check CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 1000))),
    CONSTRAINT contests_outcomes_check CHECK ((array_position(outcomes, NULL::text) IS NULL)),
    CONSTRAINT contests_participants_check CHECK ((participants >= 0)),
    CONSTRAINT contests_place_days_check CHECK ((place_days >= 0)),
    CONSTRAINT contests_problems_check CHECK ((problems >= 0)),
    CONSTRAINT contests_program_days_check CHECK ((program_days >= 0)),
    CONSTRAINT contests_submissions_check CHECK ((submissions >= 0))
);
ALTER TABLE public.contests ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.contests_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.followings (
    name text NOT NULL,
    url text NOT NULL,
    system_id text NOT NULL,
    account bytea,
    active boolean NOT NULL,
    number bigint NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    CONSTRAINT followings_name_check CHECK ((name <> ''::text)),
    CONSTRAINT followings_system_id_check CHECK ((system_id <> ''::text)),
    CONSTRAINT followings_url_check CHECK ((url <> ''::text))
);
ALTER TABLE public.followings ALTER COLUMN number ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.followings_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.goose_db_version (
    id integer NOT NULL,
    version_id bigint NOT NULL,
    is_applied boolean NOT NULL,
    tstamp timestamp without time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.goose_db_version ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.goose_db_version_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.histograms (
    check_id bigint NOT NULL,
    ordinal integer NOT NULL,
    problem text NOT NULL,
    language text NOT NULL,
    programs integer NOT NULL,
    bins bigint[] NOT NULL,
    sampled boolean DEFAULT false NOT NULL,
    highest bigint[],
    participants integer DEFAULT 0 NOT NULL,
    rarity_among integer DEFAULT 0 NOT NULL,
    median double precision DEFAULT 0 NOT NULL,
    mad double precision DEFAULT 0 NOT NULL,
    typical_size integer DEFAULT 0 NOT NULL,
    simplicity double precision DEFAULT 0 NOT NULL,
    too_simple boolean DEFAULT false NOT NULL,
    CONSTRAINT histograms_bins_check CHECK (((cardinality(bins) = 50) AND (0 <= ALL (bins)))),
    CONSTRAINT histograms_highest_check CHECK (((cardinality(highest) = 50) AND (0 <= ALL (highest)))),
    CONSTRAINT histograms_mad_check CHECK (((mad >= (0)::double precision) AND (mad <= (1)::double precision))),
    CONSTRAINT histograms_median_check CHECK (((median >= (0)::double precision) AND (median <= (1)::double precision))),
    CONSTRAINT histograms_ordinal_check CHECK ((ordinal >= 1)),
    CONSTRAINT histograms_participants_check CHECK ((participants >= 0)),
    CONSTRAINT histograms_programs_check CHECK ((programs >= 0)),
    CONSTRAINT histograms_rarity_among_check CHECK ((rarity_among >= 0)),
    CONSTRAINT histograms_simplicity_check CHECK (((simplicity >= (0)::double precision) AND (simplicity <= (1)::double precision))),
    CONSTRAINT histograms_typical_size_check CHECK ((typical_size >= 0))
);
CREATE TABLE public.identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id bigint NOT NULL,
    CONSTRAINT identities_issuer_check CHECK ((issuer <> ''::text)),
    CONSTRAINT identities_subject_check CHECK ((subject <> ''::text))
);
CREATE TABLE public.import_skipped (
    import_id bigint NOT NULL,
    ordinal integer NOT NULL,
    path text NOT NULL,
    reason text NOT NULL,
    CONSTRAINT import_skipped_ordinal_check CHECK ((ordinal >= 1)),
    CONSTRAINT import_skipped_reason_check CHECK ((reason <> ''::text))
);
CREATE TABLE public.imports (
    id bigint NOT NULL,
    contest_id bigint NOT NULL,
    origin text NOT NULL,
    state text DEFAULT 'loading'::text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT imports_check CHECK (((state = 'loading'::text) = (finished_at IS NULL))),
    CONSTRAINT imports_check1 CHECK (((state = 'failed'::text) = (reason <> ''::text))),
    CONSTRAINT imports_state_check CHECK ((state = ANY (ARRAY['loading'::text, 'complete'::text, 'failed'::text])))
);
ALTER TABLE public.imports ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.imports_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.index_entries (
    submission_id bigint NOT NULL,
    fingerprint bigint,
    b1 bigint GENERATED ALWAYS AS (((fingerprint << 22) | ((fingerprint >> 42) & (4194303)::bigint))) STORED,
    b2 bigint GENERATED ALWAYS AS (((fingerprint << 43) | ((fingerprint >> 21) & '8796093022207'::bigint))) STORED,
    algorithm integer NOT NULL,
    shingles integer[],
    CONSTRAINT index_entries_algorithm_check CHECK ((algorithm >= 1)),
    CONSTRAINT index_entries_check CHECK (((fingerprint IS NOT NULL) OR (shingles IS NOT NULL))),
    CONSTRAINT index_entries_shingles_check CHECK ((cardinality(shingles) >= 1))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_vacuum_insert_threshold='5000');
ALTER TABLE ONLY public.index_entries ALTER COLUMN shingles SET STORAGE EXTERNAL;
CREATE TABLE public.jobs (
    number bigint NOT NULL,
    id text NOT NULL,
    check_id bigint,
    content json NOT NULL,
    CONSTRAINT jobs_id_check CHECK ((id <> ''::text))
);
ALTER TABLE public.jobs ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.jobs_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.known_sources (
    id bigint NOT NULL,
    contest_id bigint,
    problem text NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    published date,
    url text NOT NULL,
    licence text NOT NULL,
    path text NOT NULL,
    source bytea NOT NULL,
    sample bigint[] NOT NULL,
    sample_version integer NOT NULL,
    added_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT known_sources_check CHECK (((contest_id IS NOT NULL) OR (problem = ''::text))),
    CONSTRAINT known_sources_kind_check CHECK ((kind = ANY (ARRAY['generated'::text, 'editorial'::text, 'published'::text, 'jury'::text, 'leaked'::text]))),
    CONSTRAINT known_sources_name_check CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 1000))),
    CONSTRAINT known_sources_path_check CHECK ((path <> ''::text)),
    CONSTRAINT known_sources_problem_check CHECK ((octet_length(problem) <= 1000))
);
ALTER TABLE public.known_sources ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.known_sources_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.lexed_files (
    source bytea NOT NULL,
    language text NOT NULL,
    version integer NOT NULL,
    content bytea NOT NULL,
    CONSTRAINT lexed_files_version_check CHECK ((version >= 1))
);
CREATE TABLE public.links (
    id bigint NOT NULL,
    case_id bigint NOT NULL,
    pair_id bigint NOT NULL,
    participant_id bigint,
    recipient text NOT NULL,
    hides text NOT NULL,
    hash bytea NOT NULL,
    once boolean NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    created_by bigint NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    opened_at timestamp with time zone,
    withdrawn_at timestamp with time zone,
    stated_at timestamp with time zone,
    statement text DEFAULT ''::text NOT NULL,
    read_at timestamp with time zone,
    read_by bigint,
    CONSTRAINT links_check CHECK ((NOT (once AND (participant_id IS NOT NULL)))),
    CONSTRAINT links_check1 CHECK (((stated_at IS NULL) = (statement = ''::text))),
    CONSTRAINT links_check2 CHECK (((stated_at IS NULL) OR (participant_id IS NOT NULL))),
    CONSTRAINT links_check3 CHECK (((read_at IS NULL) OR (stated_at IS NOT NULL))),
    CONSTRAINT links_check4 CHECK (((read_by IS NULL) OR (read_at IS NOT NULL))),
    CONSTRAINT links_hash_check CHECK ((octet_length(hash) = 32)),
    CONSTRAINT links_hides_check CHECK ((hides = ANY (ARRAY['nothing'::text, 'names'::text, 'program'::text])))
);
ALTER TABLE public.links ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.links_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.memberships (
    contest_id bigint NOT NULL,
    user_id bigint NOT NULL,
    role text NOT NULL,
    CONSTRAINT memberships_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'reviewer'::text, 'chief'::text])))
);
CREATE TABLE public.outcomes (
    participant_id bigint NOT NULL,
    outcome text NOT NULL,
    set_by bigint NOT NULL,
    set_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT outcomes_outcome_check CHECK ((outcome <> ''::text))
);
CREATE TABLE public.pairs (
    id bigint NOT NULL,
    check_id bigint NOT NULL,
    rank integer NOT NULL,
    problem text NOT NULL,
    language text NOT NULL,
    left_submission bigint NOT NULL,
    right_submission bigint NOT NULL,
    left_participant bigint NOT NULL,
    right_participant bigint NOT NULL,
    cluster integer,
    suspicion double precision NOT NULL,
    similarity double precision NOT NULL,
    max_similarity double precision NOT NULL,
    coverage_left double precision NOT NULL,
    coverage_right double precision NOT NULL,
    longest_match integer NOT NULL,
    matched_tokens integer NOT NULL,
    hamming smallint,
    percentile double precision,
    shared_passages integer DEFAULT 0 NOT NULL,
    unique_passages integer DEFAULT 0 NOT NULL,
    named_passages integer DEFAULT 0 NOT NULL,
    shared_template integer DEFAULT 0 NOT NULL,
    shared_template_others integer DEFAULT 0 NOT NULL,
    shared_template_score double precision DEFAULT 0 NOT NULL,
    chance double precision,
    known jsonb,
    CONSTRAINT pairs_chance_check CHECK (((chance >= (0)::double precision) AND (chance <= ('1000000000000000'::numeric)::double precision))),
    CONSTRAINT pairs_check CHECK ((matched_tokens >= longest_match)),
    CONSTRAINT pairs_check1 CHECK (((unique_passages >= 0) AND (unique_passages <= shared_passages))),
    CONSTRAINT pairs_check2 CHECK ((left_submission <> right_submission)),
    CONSTRAINT pairs_check3 CHECK ((left_participant <> right_participant)),
    CONSTRAINT pairs_coverage_left_check CHECK (((coverage_left >= (0)::double precision) AND (coverage_left <= (1)::double precision))),
    CONSTRAINT pairs_coverage_right_check CHECK (((coverage_right >= (0)::double precision) AND (coverage_right <= (1)::double precision))),
    CONSTRAINT pairs_hamming_check CHECK (((hamming >= 0) AND (hamming <= 64))),
    CONSTRAINT pairs_longest_match_check CHECK ((longest_match >= 0)),
    CONSTRAINT pairs_max_similarity_check CHECK (((max_similarity >= (0)::double precision) AND (max_similarity <= (1)::double precision))),
    CONSTRAINT pairs_named_passages_check CHECK ((named_passages >= 0)),
    CONSTRAINT pairs_percentile_check CHECK (((percentile >= (0)::double precision) AND (percentile <= (1)::double precision))),
    CONSTRAINT pairs_rank_check CHECK ((rank >= 1)),
    CONSTRAINT pairs_shared_passages_check CHECK ((shared_passages >= 0)),
    CONSTRAINT pairs_shared_template_check CHECK ((shared_template >= 0)),
    CONSTRAINT pairs_shared_template_others_check CHECK ((shared_template_others >= 0)),
    CONSTRAINT pairs_shared_template_score_check CHECK (((shared_template_score >= (0)::double precision) AND (shared_template_score <= (1)::double precision))),
    CONSTRAINT pairs_similarity_check CHECK (((similarity >= (0)::double precision) AND (similarity <= (1)::double precision))),
    CONSTRAINT pairs_suspicion_check CHECK (((suspicion >= (0)::double precision) AND (suspicion <= (1)::double precision)))
);
ALTER TABLE public.pairs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.pairs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.participants (
    id bigint NOT NULL,
    contest_id bigint NOT NULL,
    name text NOT NULL,
    number integer NOT NULL,
    revealed boolean DEFAULT false NOT NULL,
    affiliation text DEFAULT ''::text NOT NULL,
    site text DEFAULT ''::text NOT NULL,
    address text DEFAULT ''::text NOT NULL,
    seat text DEFAULT ''::text NOT NULL,
    system_id text DEFAULT ''::text NOT NULL,
    CONSTRAINT participants_name_check CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 1000))),
    CONSTRAINT participants_number_check CHECK ((number >= 1))
);
CREATE VIEW public.participant_profiles AS
 SELECT a.id,
    a.contest_id,
    c.name AS contest,
    a.number,
    a.name,
    (c.blind AND (NOT a.revealed)) AS hidden,
    a.affiliation,
    a.site,
    a.address,
    a.seat,
    a.system_id
   FROM (public.participants a
     JOIN public.contests c ON ((c.id = a.contest_id)));
ALTER TABLE public.participants ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.participants_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.problems (
    id bigint NOT NULL,
    contest_id bigint NOT NULL,
    name text NOT NULL,
    title text DEFAULT ''::text NOT NULL,
    system_id text DEFAULT ''::text NOT NULL,
    ordinal integer,
    CONSTRAINT problems_name_check CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 1000))),
    CONSTRAINT problems_ordinal_check CHECK ((ordinal >= 1))
);
ALTER TABLE public.problems ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.problems_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reviews (
    case_id bigint NOT NULL,
    user_id bigint NOT NULL,
    decision text NOT NULL,
    reason text NOT NULL,
    note text NOT NULL,
    ruling boolean NOT NULL,
    basis jsonb NOT NULL,
    decided_at timestamp with time zone NOT NULL,
    replaced jsonb,
    CONSTRAINT reviews_decision_check CHECK ((decision = ANY (ARRAY['confirmed'::text, 'dismissed'::text, 'unclear'::text])))
);
CREATE TABLE public.sessions (
    token text NOT NULL,
    data bytea NOT NULL,
    expiry timestamp with time zone NOT NULL
);
CREATE TABLE public.sources (
    hash bytea NOT NULL,
    size integer NOT NULL,
    content bytea NOT NULL,
    CONSTRAINT sources_hash_check CHECK ((octet_length(hash) = 32)),
    CONSTRAINT sources_size_check CHECK ((size >= 0))
);
ALTER TABLE ONLY public.sources ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE TABLE public.submission_files (
    submission_id bigint NOT NULL,
    ordinal integer NOT NULL,
    path text NOT NULL,
    source bytea NOT NULL,
    CONSTRAINT submission_files_ordinal_check CHECK ((ordinal >= 1)),
    CONSTRAINT submission_files_path_check CHECK ((path <> ''::text))
);
CREATE TABLE public.submissions (
    id bigint NOT NULL,
    contest_id bigint NOT NULL,
    import_id bigint NOT NULL,
    identity bytea NOT NULL,
    path text NOT NULL,
    problem_id bigint NOT NULL,
    participant_id bigint NOT NULL,
    kind text NOT NULL,
    language text NOT NULL,
    verdict text NOT NULL,
    attempt integer NOT NULL,
    submitted_at timestamp with time zone,
    system_id text DEFAULT ''::text NOT NULL,
    language_version text DEFAULT ''::text NOT NULL,
    judgements jsonb,
    superseded boolean DEFAULT false NOT NULL,
    CONSTRAINT submissions_attempt_check CHECK ((attempt >= 1)),
    CONSTRAINT submissions_identity_check CHECK ((octet_length(identity) = 32)),
    CONSTRAINT submissions_kind_check CHECK ((kind = ANY (ARRAY['official'::text, 'virtual'::text, 'staff'::text]))),
    CONSTRAINT submissions_path_check CHECK ((path <> ''::text))
);
CREATE VIEW public.submission_sides AS
 SELECT s.id,
    s.contest_id,
    c.name AS contest,
    s.participant_id,
    a.name AS participant,
    a.number,
    (c.blind AND (NOT a.revealed)) AS hidden,
    b.name AS problem,
    s.path,
    s.language,
    s.verdict,
    s.attempt,
    s.submitted_at,
    s.import_id,
    s.problem_id,
    s.kind,
    s.system_id,
    s.language_version,
    s.judgements,
    s.superseded
   FROM (((public.submissions s
     JOIN public.participants a ON ((a.id = s.participant_id)))
     JOIN public.problems b ON ((b.id = s.problem_id)))
     JOIN public.contests c ON ((c.id = s.contest_id)));
ALTER TABLE public.submissions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.submissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tokens (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    label text NOT NULL,
    scope text NOT NULL,
    hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT tokens_hash_check CHECK ((octet_length(hash) = 32)),
    CONSTRAINT tokens_scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'write'::text])))
);
ALTER TABLE public.tokens ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tokens_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.users (
    id bigint NOT NULL,
    name text NOT NULL,
    key text NOT NULL,
    password text DEFAULT ''::text NOT NULL,
    administrator boolean DEFAULT false NOT NULL,
    disabled boolean DEFAULT false NOT NULL,
    epoch integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    totp_secret text DEFAULT ''::text NOT NULL,
    totp_step bigint DEFAULT 0 NOT NULL,
    language text DEFAULT ''::text NOT NULL,
    CONSTRAINT users_key_check CHECK (((octet_length(key) >= 1) AND (octet_length(key) <= 1000))),
    CONSTRAINT users_name_check CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 1000)))
);
ALTER TABLE public.users ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.watches (
    contest_id bigint NOT NULL,
    url text NOT NULL,
    system_id text NOT NULL,
    state text NOT NULL,
    reason text NOT NULL,
    webhook text DEFAULT ''::text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    last_event_at timestamp with time zone,
    updated_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    submissions integer NOT NULL,
    judged integer NOT NULL,
    compared integer NOT NULL,
    pending integer NOT NULL,
    check_id bigint,
    CONSTRAINT watches_compared_check CHECK ((compared >= 0)),
    CONSTRAINT watches_judged_check CHECK ((judged >= 0)),
    CONSTRAINT watches_pending_check CHECK ((pending >= 0)),
    CONSTRAINT watches_state_check CHECK ((state = ANY (ARRAY['following'::text, 'reconnecting'::text, 'closing'::text, 'ended'::text, 'stopped'::text, 'failed'::text]))),
    CONSTRAINT watches_submissions_check CHECK ((submissions >= 0))
);
CREATE TABLE public.webhook_deliveries (
    alert_id bigint NOT NULL,
    delivered_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    refused text DEFAULT ''::text NOT NULL
);
INSERT INTO public.alerts OVERRIDING SYSTEM VALUE VALUES (1, 1, '2026-11-23 19:55:50.716074+00', 'A', 3, 1, 0.5, 1, 2, NULL, 'upheld', 0.5, 1, 1, NULL);
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (1, '2026-11-23 19:55:50.530863+00', 0, 'command line', NULL, 'add account', '', NULL, NULL, NULL, NULL, '{"role": "administrator", "user": 1, "user_name": "rosa"}');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (2, '2026-11-23 19:55:50.598563+00', 0, 'command line', 1, 'create', '', NULL, NULL, NULL, NULL, '{}');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (3, '2026-11-23 19:55:50.598689+00', 0, 'command line', 1, 'upload', '', NULL, NULL, NULL, NULL, '{"count": 3}');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (4, '2026-11-23 19:55:50.639734+00', 0, 'command line', 1, 'check', '', NULL, NULL, NULL, NULL, '{"check": 1}');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (5, '2026-11-23 19:55:50.666598+00', 2, 'reviewer of spring', 1, 'rule', 'A', 1, 1, 1, 2, '{"state": "confirmed", "decision": "confirmed"}');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (6, '2026-11-23 19:55:50.672846+00', 2, 'reviewer of spring', 1, 'add link', 'A', 1, 1, 1, 2, '{"to": "statement", "link": 1, "hides": "names", "state": "confirmed"}');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (7, '2026-11-23 19:55:50.677245+00', 0, 'link', 1, 'statement', 'A', 1, 1, 1, 2, '{"to": "statement", "link": 1, "hides": "names"}');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (8, '2026-11-23 19:55:50.682028+00', 2, 'reviewer of spring', 1, 'outcome', '', 1, 1, NULL, NULL, '{"to": "warning"}');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (9, '2026-11-23 19:55:50.686359+00', 0, 'command line', 1, 'members', '', NULL, NULL, NULL, NULL, '{"role": "viewer", "user": 1, "user_name": "rosa"}');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (10, '2026-11-23 19:55:50.706374+00', 0, 'command line', 1, 'add source', '', NULL, NULL, NULL, NULL, '{"to": "generated", "count": 1}');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (11, '2026-11-23 19:55:50.715143+00', 2, 'reviewer of spring', 1, 'start following', '', NULL, NULL, NULL, NULL, '{"to": "spring", "from": "https://judge.example/api/contests/spring"}');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (12, '2026-11-23 19:55:50.715965+00', 2, 'reviewer of spring', 1, 'stop following', '', NULL, NULL, NULL, NULL, '{"to": "spring"}');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (13, '2026-11-23 19:55:50.726002+00', 0, 'command line', NULL, 'add token', '', NULL, NULL, NULL, NULL, '{"to": "read", "user": 1, "user_name": "rosa"}');
INSERT INTO public.audit_notes VALUES (5, 1, 'of spring');
INSERT INTO public.audit_notes VALUES (10, 1, 'answer 1');
INSERT INTO public.cases OVERRIDING SYSTEM VALUE VALUES (1, 1, 'A', 1, 2, 'confirmed', NULL, NULL, '');
INSERT INTO public.check_base VALUES (1, 1, 'base.cpp', '\x4bd4db49611fb1e58840d0271cf5843c8998a51fedc9dba414d00f6ce93e21a3');
INSERT INTO public.check_base VALUES (1, 2, 'own.cpp', '\x22cf7729fd28b60080f6b9ff9c17bf4dc60d2d8651322408bb7d0dc5f9c0ad09');
INSERT INTO public.check_frequencies VALUES (1, 'A', 'c++', '\x00');
INSERT INTO public.check_near VALUES (1, 1, 1, 0.5);
INSERT INTO public.check_skipped VALUES (1, 1, 'x.pdf', 'not a program');
INSERT INTO public.check_sources VALUES (1, 1, 'A', 'generated', 'answer 1', '2026-02-01', 'https://example.org/a', 'MIT', 'answer1.cpp', '\xdc8d287859d63f59a6821e8bb5b68620bbdde7cc58c17489341bb4b072860661');
INSERT INTO public.check_submissions VALUES (1, 3, false);
INSERT INTO public.check_submissions VALUES (1, 1, false);
INSERT INTO public.check_submissions VALUES (1, 2, false);
INSERT INTO public.check_templates VALUES (1, 1, 1, 2, '{B}', false);
INSERT INTO public.checks OVERRIDING SYSTEM VALUE VALUES (1, 1, 'complete', '', 'spring', '', '{"keep": 0, "layout": "", "verdicts": "", "min_match": 0, "templates": false, "threshold": 0, "max_chance": 0, "participants": "", "shingle_length": 0, "across_problems": false, "keep_per_problem": 0, "keep_per_participant": 0}', '', '', '{"skipped": 0, "problems": 0, "submissions": 0, "pairs_stored": 0, "participants": 0, "pairs_dropped": 0, "pairs_compared": 0, "highest_dropped": 0}', 1, '2026-11-23 19:55:50.624113+00', '2026-11-23 19:55:50.711279+00');
INSERT INTO public.cluster_members VALUES (1, 1, 2, 1, 3, 3, false);
INSERT INTO public.clusters VALUES (1, 1, '', '', 2, 1, 0, 0, false, 1, 0, '{}', '{}', '{}');
INSERT INTO public.contests OVERRIDING SYSTEM VALUE VALUES (1, 'spring', '2026-11-23 19:55:50.540845+00', 2, 2, 3, true, 2, '02e9a9e0-55e8-1a0e-6625-1036fd65a2ca', '', '', '', NULL, NULL, true, '{warning,"problem voided",disqualified}', 0, 0, 0, false);
INSERT INTO public.followings VALUES ('spring', 'https://judge.example/api/', 'spring', NULL, false, 2, '');
INSERT INTO public.goose_db_version VALUES (1, 0, true, '2026-11-23 16:20:09.252668');
INSERT INTO public.goose_db_version VALUES (2, 1, true, '2026-11-23 16:20:09.262801');
INSERT INTO public.goose_db_version VALUES (3, 2, true, '2026-11-23 16:20:09.332921');
INSERT INTO public.goose_db_version VALUES (4, 3, true, '2026-11-23 16:20:09.336309');
INSERT INTO public.goose_db_version VALUES (5, 4, true, '2026-11-23 16:20:09.337162');
INSERT INTO public.goose_db_version VALUES (6, 5, true, '2026-11-23 16:20:09.346166');
INSERT INTO public.goose_db_version VALUES (7, 9, true, '2026-11-23 16:20:09.347413');
INSERT INTO public.goose_db_version VALUES (8, 10, true, '2026-11-23 16:20:09.348659');
INSERT INTO public.goose_db_version VALUES (9, 11, true, '2026-11-23 16:20:09.351316');
INSERT INTO public.goose_db_version VALUES (10, 12, true, '2026-11-23 16:20:09.352182');
INSERT INTO public.goose_db_version VALUES (11, 13, true, '2026-11-23 16:20:09.354792');
INSERT INTO public.goose_db_version VALUES (12, 14, true, '2026-11-23 16:20:09.357264');
INSERT INTO public.goose_db_version VALUES (13, 15, true, '2026-11-23 16:20:09.357851');
INSERT INTO public.goose_db_version VALUES (14, 16, true, '2026-11-23 16:20:09.363655');
INSERT INTO public.goose_db_version VALUES (15, 17, true, '2026-11-23 16:20:09.365425');
INSERT INTO public.goose_db_version VALUES (16, 18, true, '2026-11-23 16:20:09.366196');
INSERT INTO public.goose_db_version VALUES (17, 19, true, '2026-11-23 16:20:09.367388');
INSERT INTO public.goose_db_version VALUES (18, 21, true, '2026-11-23 16:20:09.36865');
INSERT INTO public.histograms VALUES (1, 1, 'A', 'c++', 7, '{1099511627776,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1}', true, '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,0,0,0,0,0,0,0,0,0}', 5, 6, 0.3333333333333333, 0.125, 31, 0.7, true);
INSERT INTO public.import_skipped VALUES (1, 1, 'x.pdf', 'not a program');
INSERT INTO public.imports OVERRIDING SYSTEM VALUE VALUES (1, 1, 'spring.zip', 'complete', '', '2026-11-23 19:55:50.543387+00', '2026-11-23 19:55:50.587356+00');
INSERT INTO public.index_entries VALUES (3, 5, DEFAULT, DEFAULT, 1, '{5}');
INSERT INTO public.jobs OVERRIDING SYSTEM VALUE VALUES (2, 'preview spring', NULL, '{"State": "done", "Held": false, "Next": "check spring"}');
INSERT INTO public.jobs OVERRIDING SYSTEM VALUE VALUES (1, 'check spring', 1, '{"State": "done", "Held": false, "Upload": {"Contest": "spring"}}');
INSERT INTO public.known_sources OVERRIDING SYSTEM VALUE VALUES (1, 1, 'A', 'generated', 'answer 1', '2026-02-01', 'https://example.org/a', 'MIT', 'answer1.cpp', '\x0485da815c99650b20752d580d5797fbc765885ec1a40e36be4721d9716c0ece', '{5,2147483648}', 1, '2026-11-23 19:55:50.704042+00');
INSERT INTO public.lexed_files VALUES ('\x80a7161009ffaf868641acac3f5e49bc5f86021ee1d177f3b1cbb47573513649', 'cpp', 1, '\x736861726564');
INSERT INTO public.lexed_files VALUES ('\xcc1634c1d371d9e1dc828e5f0d3c1e2b59a91873917ef01d0e75fe058afc6598', 'cpp', 1, '\x6f6620737072696e67');
INSERT INTO public.links OVERRIDING SYSTEM VALUE VALUES (1, 1, 1, 1, '', 'names', '\xbf76ea0d058024c5088e04dad0182b837288cd100dfab734d7b65eadd7e8d618', false, '2026-11-23 20:55:50.66777+00', 2, '2026-11-23 19:55:50.669887+00', NULL, NULL, '2026-11-23 19:55:50.676934+00', 'I am spring PXDHXFDBVYTOD2LUI7OXCXPX2L', NULL, NULL);
INSERT INTO public.memberships VALUES (1, 1, 'viewer');
INSERT INTO public.outcomes VALUES (1, 'warning', 2, '2026-11-23 19:55:50.681552+00');
INSERT INTO public.pairs OVERRIDING SYSTEM VALUE VALUES (1, 1, 1, 'A', 'c++', 3, 1, 2, 1, NULL, 0.5, 0.3333333333333333, 0.7, 0.1, 0.7, 40, 90, 3, 0.6666666666666666, 70, 30, 80, 312, 4, 0.25, 0.125, NULL);
INSERT INTO public.participants OVERRIDING SYSTEM VALUE VALUES (1, 1, 'ben', 1, false, '', '', '', '', '');
INSERT INTO public.participants OVERRIDING SYSTEM VALUE VALUES (2, 1, 'ann', 2, false, '', '', '', '', '');
INSERT INTO public.problems OVERRIDING SYSTEM VALUE VALUES (1, 1, 'A', '', '', NULL);
INSERT INTO public.problems OVERRIDING SYSTEM VALUE VALUES (2, 1, 'B', '', '', NULL);
INSERT INTO public.reviews VALUES (1, 2, 'confirmed', '', 'of spring', true, '{"check": 0, "suspicion": 0, "first_hash": "", "similarity": 0, "second_hash": "", "longest_match": 0, "max_similarity": 0, "algorithm_version": ""}', '2026-11-23 19:55:50.656838+00', NULL);
INSERT INTO public.sources VALUES ('\x006634213434b649f7eea1d25e71ed13698aec7cf1918e09723c66c0008dd03e', 37, '\x28b52ffd0400290100696e74206d61696e2829207b2072657475726e20323b207d202f2f206f6620737072696e67c4650c6a');
INSERT INTO public.sources VALUES ('\x80a7161009ffaf868641acac3f5e49bc5f86021ee1d177f3b1cbb47573513649', 24, '\x28b52ffd0400c10000696e74206d61696e2829207b2072657475726e20303b207d8d747d4c');
INSERT INTO public.sources VALUES ('\xcc1634c1d371d9e1dc828e5f0d3c1e2b59a91873917ef01d0e75fe058afc6598', 37, '\x28b52ffd0400290100696e74206d61696e2829207b2072657475726e20313b207d202f2f206f6620737072696e674fea7b46');
INSERT INTO public.sources VALUES ('\x22cf7729fd28b60080f6b9ff9c17bf4dc60d2d8651322408bb7d0dc5f9c0ad09', 26, '\x28b52ffd0400d10000766f696420777269746528293b202f2f206f6620737072696e677a505f68');
INSERT INTO public.sources VALUES ('\x4bd4db49611fb1e58840d0271cf5843c8998a51fedc9dba414d00f6ce93e21a3', 12, '\x28b52ffd0400610000766f6964207265616428293be77deae0');
INSERT INTO public.sources VALUES ('\x0485da815c99650b20752d580d5797fbc765885ec1a40e36be4721d9716c0ece', 24, '\x28b52ffd0400c10000696e7420616e737765723b202f2f206f6620737072696e675ac1da7a');
INSERT INTO public.sources VALUES ('\xdc8d287859d63f59a6821e8bb5b68620bbdde7cc58c17489341bb4b072860661', 22, '\x28b52ffd0400b10000696e7420757365643b202f2f206f6620737072696e67cfdf8fa4');
INSERT INTO public.submission_files VALUES (1, 1, 'A/ben/01.cpp', '\xcc1634c1d371d9e1dc828e5f0d3c1e2b59a91873917ef01d0e75fe058afc6598');
INSERT INTO public.submission_files VALUES (2, 1, 'B/ben/01.cpp', '\x006634213434b649f7eea1d25e71ed13698aec7cf1918e09723c66c0008dd03e');
INSERT INTO public.submission_files VALUES (3, 1, 'A/ann/01.cpp', '\x80a7161009ffaf868641acac3f5e49bc5f86021ee1d177f3b1cbb47573513649');
INSERT INTO public.submissions OVERRIDING SYSTEM VALUE VALUES (1, 1, 1, '\x70ddf9cf636405101d53869dde933ff398edff691560027d26b8ef4749f1ce26', 'A/ben/01.cpp', 1, 1, 'official', 'cpp', 'AC', 1, '2026-03-01 10:01:00.123456+00', '', '', NULL, false);
INSERT INTO public.submissions OVERRIDING SYSTEM VALUE VALUES (2, 1, 1, '\xe3ca94235737cb72f591020206320cac53c99f3a299d8706e80e99e0f80fa774', 'B/ben/01.cpp', 2, 1, 'official', 'cpp', 'AC', 1, '2026-03-01 10:01:00.123456+00', '', '', NULL, false);
INSERT INTO public.submissions OVERRIDING SYSTEM VALUE VALUES (3, 1, 1, '\x4790a935b1f1397d4ce71cead49107c2fe6e4fa163300720be66c9541bacbcb1', 'A/ann/01.cpp', 1, 2, 'official', 'cpp', 'AC', 1, '2026-03-01 10:01:00.123456+00', '', '', NULL, false);
INSERT INTO public.tokens OVERRIDING SYSTEM VALUE VALUES (1, 1, 'backup', 'read', '\xecb69cb2d0648e12141e31ccbbe268c1d2b9c8e04b5a8b13ea7d2d27382bd491', '2026-11-23 19:55:50.725036+00', '0001-01-01 00:00:00+00', NULL);
INSERT INTO public.users OVERRIDING SYSTEM VALUE VALUES (1, 'rosa', 'rosa', '', true, false, 1, '2026-11-23 19:55:50.528011+00', '', 0, '');
INSERT INTO public.users OVERRIDING SYSTEM VALUE VALUES (2, 'reviewer of spring', 'reviewer of spring', '', false, false, 1, '2026-11-23 19:55:50.647779+00', '', 0, '');
INSERT INTO public.watches VALUES (1, '', '', 'ended', '', '', '0001-01-01 00:00:00+00', NULL, '2026-11-23 19:55:50.71362+00', 0, 0, 0, 0, 1);
INSERT INTO public.webhook_deliveries VALUES (1, '2026-11-23 19:55:50.724496+00', '');
SELECT pg_catalog.setval('public.alerts_id_seq', 1, true);
SELECT pg_catalog.setval('public.audit_log_id_seq', 13, true);
SELECT pg_catalog.setval('public.cases_id_seq', 3, true);
SELECT pg_catalog.setval('public.checks_id_seq', 1, true);
SELECT pg_catalog.setval('public.contests_id_seq', 1, true);
SELECT pg_catalog.setval('public.followings_number_seq', 2, true);
SELECT pg_catalog.setval('public.goose_db_version_id_seq', 18, true);
SELECT pg_catalog.setval('public.imports_id_seq', 1, true);
SELECT pg_catalog.setval('public.jobs_number_seq', 2, true);
SELECT pg_catalog.setval('public.known_sources_id_seq', 1, true);
SELECT pg_catalog.setval('public.links_id_seq', 1, true);
SELECT pg_catalog.setval('public.pairs_id_seq', 1, true);
SELECT pg_catalog.setval('public.participants_id_seq', 2, true);
SELECT pg_catalog.setval('public.problems_id_seq', 2, true);
SELECT pg_catalog.setval('public.submissions_id_seq', 3, true);
SELECT pg_catalog.setval('public.tokens_id_seq', 1, true);
SELECT pg_catalog.setval('public.users_id_seq', 2, true);
ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_notes
    ADD CONSTRAINT audit_notes_pkey PRIMARY KEY (entry_id);
ALTER TABLE ONLY public.cases
    ADD CONSTRAINT cases_contest_id_problem_first_participant_second_participa_key UNIQUE (contest_id, problem, first_participant, second_participant);
ALTER TABLE ONLY public.cases
    ADD CONSTRAINT cases_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.check_base
    ADD CONSTRAINT check_base_pkey PRIMARY KEY (check_id, ordinal);
ALTER TABLE ONLY public.check_frequencies
    ADD CONSTRAINT check_frequencies_pkey PRIMARY KEY (check_id, problem, language);
ALTER TABLE ONLY public.check_near
    ADD CONSTRAINT check_near_pkey PRIMARY KEY (check_id, number, submission_id);
ALTER TABLE ONLY public.check_skipped
    ADD CONSTRAINT check_skipped_pkey PRIMARY KEY (check_id, ordinal);
ALTER TABLE ONLY public.check_sources
    ADD CONSTRAINT check_sources_pkey PRIMARY KEY (check_id, number);
ALTER TABLE ONLY public.check_submissions
    ADD CONSTRAINT check_submissions_pkey PRIMARY KEY (check_id, submission_id);
ALTER TABLE ONLY public.check_templates
    ADD CONSTRAINT check_templates_pkey PRIMARY KEY (check_id, submission_id, first_token);
ALTER TABLE ONLY public.checks
    ADD CONSTRAINT checks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.cluster_members
    ADD CONSTRAINT cluster_members_pkey PRIMARY KEY (check_id, number, participant_id);
ALTER TABLE ONLY public.clusters
    ADD CONSTRAINT clusters_pkey PRIMARY KEY (check_id, number);
ALTER TABLE ONLY public.contests
    ADD CONSTRAINT contests_name_key UNIQUE (name);
ALTER TABLE ONLY public.contests
    ADD CONSTRAINT contests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.followings
    ADD CONSTRAINT followings_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.goose_db_version
    ADD CONSTRAINT goose_db_version_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.histograms
    ADD CONSTRAINT histograms_check_id_problem_language_key UNIQUE (check_id, problem, language);
ALTER TABLE ONLY public.histograms
    ADD CONSTRAINT histograms_pkey PRIMARY KEY (check_id, ordinal);
ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (issuer, subject);
ALTER TABLE ONLY public.import_skipped
    ADD CONSTRAINT import_skipped_pkey PRIMARY KEY (import_id, ordinal);
ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.index_entries
    ADD CONSTRAINT index_entries_pkey PRIMARY KEY (submission_id);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_id_key UNIQUE (id);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.known_sources
    ADD CONSTRAINT known_sources_contest_id_problem_source_key UNIQUE NULLS NOT DISTINCT (contest_id, problem, source);
ALTER TABLE ONLY public.known_sources
    ADD CONSTRAINT known_sources_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.lexed_files
    ADD CONSTRAINT lexed_files_pkey PRIMARY KEY (source, language);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_pkey PRIMARY KEY (contest_id, user_id);
ALTER TABLE ONLY public.outcomes
    ADD CONSTRAINT outcomes_pkey PRIMARY KEY (participant_id);
ALTER TABLE ONLY public.pairs
    ADD CONSTRAINT pairs_check_id_rank_key UNIQUE (check_id, rank);
ALTER TABLE ONLY public.pairs
    ADD CONSTRAINT pairs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.participants
    ADD CONSTRAINT participants_contest_id_name_key UNIQUE (contest_id, name);
ALTER TABLE ONLY public.participants
    ADD CONSTRAINT participants_contest_id_number_key UNIQUE (contest_id, number);
ALTER TABLE ONLY public.participants
    ADD CONSTRAINT participants_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.problems
    ADD CONSTRAINT problems_contest_id_name_key UNIQUE (contest_id, name);
ALTER TABLE ONLY public.problems
    ADD CONSTRAINT problems_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_pkey PRIMARY KEY (case_id, user_id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (token);
ALTER TABLE ONLY public.sources
    ADD CONSTRAINT sources_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.submission_files
    ADD CONSTRAINT submission_files_pkey PRIMARY KEY (submission_id, ordinal);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_contest_id_identity_key UNIQUE (contest_id, identity);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_key_key UNIQUE (key);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.watches
    ADD CONSTRAINT watches_pkey PRIMARY KEY (contest_id);
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (alert_id);
CREATE INDEX alerts_case ON public.alerts USING btree (contest_id, problem, first_participant, second_participant);
CREATE INDEX alerts_check_id ON public.alerts USING btree (check_id) WHERE (check_id IS NOT NULL);
CREATE INDEX alerts_contest_id ON public.alerts USING btree (contest_id, id);
CREATE INDEX alerts_left_submission ON public.alerts USING btree (left_submission);
CREATE INDEX alerts_right_submission ON public.alerts USING btree (right_submission);
CREATE INDEX audit_log_contest_id ON public.audit_log USING btree (contest_id, id);
CREATE INDEX audit_notes_contest_id ON public.audit_notes USING btree (contest_id);
CREATE INDEX cases_assigned ON public.cases USING btree (assigned) WHERE (assigned IS NOT NULL);
CREATE INDEX cases_first_participant ON public.cases USING btree (first_participant);
CREATE INDEX cases_second_participant ON public.cases USING btree (second_participant);
CREATE INDEX check_base_source ON public.check_base USING btree (source);
CREATE INDEX check_sources_source ON public.check_sources USING btree (source);
CREATE INDEX check_submissions_earlier ON public.check_submissions USING btree (check_id, submission_id) WHERE earlier;
CREATE INDEX check_submissions_submission_id ON public.check_submissions USING btree (submission_id);
CREATE INDEX checks_contest_id ON public.checks USING btree (contest_id);
CREATE INDEX cluster_members_participant_id ON public.cluster_members USING btree (participant_id);
CREATE INDEX identities_user_id ON public.identities USING btree (user_id);
CREATE INDEX imports_contest_id ON public.imports USING btree (contest_id, state);
CREATE INDEX index_entries_b0 ON public.index_entries USING btree (fingerprint, algorithm, submission_id);
CREATE INDEX index_entries_b1 ON public.index_entries USING btree (b1);
CREATE INDEX index_entries_b2 ON public.index_entries USING btree (b2);
CREATE INDEX index_entries_common ON public.index_entries USING gin (shingles) WITH (fastupdate=off) WHERE ((submission_id % (256)::bigint) = 0);
CREATE INDEX index_entries_shingles ON public.index_entries USING gin (shingles) WITH (fastupdate='on', gin_pending_list_limit='1024');
CREATE UNIQUE INDEX jobs_check_id ON public.jobs USING btree (check_id);
CREATE INDEX known_sources_sample ON public.known_sources USING gin (sample);
CREATE INDEX known_sources_source ON public.known_sources USING btree (source);
CREATE INDEX links_case_id ON public.links USING btree (case_id);
CREATE INDEX links_created_by ON public.links USING btree (created_by);
CREATE INDEX links_participant_id ON public.links USING btree (participant_id) WHERE (participant_id IS NOT NULL);
CREATE INDEX links_read_by ON public.links USING btree (read_by) WHERE (read_by IS NOT NULL);
CREATE INDEX memberships_user ON public.memberships USING btree (user_id);
CREATE INDEX outcomes_set_by ON public.outcomes USING btree (set_by);
CREATE INDEX pairs_cluster ON public.pairs USING btree (check_id, cluster) WHERE (cluster IS NOT NULL);
CREATE INDEX pairs_left_participant ON public.pairs USING btree (check_id, left_participant);
CREATE INDEX participants_name ON public.participants USING btree (name);
CREATE INDEX participants_system_id ON public.participants USING btree (system_id, contest_id) WHERE (system_id <> ''::text);
CREATE INDEX reviews_user_id ON public.reviews USING btree (user_id);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expiry);
CREATE INDEX submission_files_source ON public.submission_files USING btree (source);
CREATE INDEX submissions_import_id ON public.submissions USING btree (import_id);
CREATE INDEX submissions_participant_id ON public.submissions USING btree (participant_id);
CREATE INDEX submissions_path ON public.submissions USING btree (contest_id, path);
CREATE INDEX submissions_problem_id ON public.submissions USING btree (problem_id);
CREATE INDEX tokens_user ON public.tokens USING btree (user_id);
CREATE INDEX watches_check_id ON public.watches USING btree (check_id) WHERE (check_id IS NOT NULL);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.audit_log_refuse_change();
ALTER TABLE public.audit_log ENABLE ALWAYS TRIGGER audit_log_append_only;
CREATE TRIGGER check_submissions_deleted AFTER DELETE ON public.check_submissions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.pairs_protect_sides();
CREATE TRIGGER check_submissions_updated AFTER UPDATE ON public.check_submissions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.pairs_protect_sides();
CREATE TRIGGER checks_deleted BEFORE DELETE ON public.checks FOR EACH ROW EXECUTE FUNCTION public.checks_delete_pairs();
CREATE TRIGGER pairs_inserted AFTER INSERT ON public.pairs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.pairs_require_sides();
CREATE TRIGGER pairs_updated AFTER UPDATE ON public.pairs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.pairs_require_sides();
ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_check_id_fkey FOREIGN KEY (check_id) REFERENCES public.checks(id);
ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_contest_id_fkey FOREIGN KEY (contest_id) REFERENCES public.contests(id);
ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_left_submission_fkey FOREIGN KEY (left_submission) REFERENCES public.submissions(id);
ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_right_submission_fkey FOREIGN KEY (right_submission) REFERENCES public.submissions(id);
ALTER TABLE ONLY public.audit_notes
    ADD CONSTRAINT audit_notes_contest_id_fkey FOREIGN KEY (contest_id) REFERENCES public.contests(id);
ALTER TABLE ONLY public.audit_notes
    ADD CONSTRAINT audit_notes_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES public.audit_log(id);
ALTER TABLE ONLY public.cases
    ADD CONSTRAINT cases_assigned_fkey FOREIGN KEY (assigned) REFERENCES public.users(id);
ALTER TABLE ONLY public.cases
    ADD CONSTRAINT cases_contest_id_fkey FOREIGN KEY (contest_id) REFERENCES public.contests(id);
ALTER TABLE ONLY public.cases
    ADD CONSTRAINT cases_first_participant_fkey FOREIGN KEY (first_participant) REFERENCES public.participants(id);
ALTER TABLE ONLY public.cases
    ADD CONSTRAINT cases_second_participant_fkey FOREIGN KEY (second_participant) REFERENCES public.participants(id);
ALTER TABLE ONLY public.check_base
    ADD CONSTRAINT check_base_check_id_fkey FOREIGN KEY (check_id) REFERENCES public.checks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.check_base
    ADD CONSTRAINT check_base_source_fkey FOREIGN KEY (source) REFERENCES public.sources(hash);
ALTER TABLE ONLY public.check_frequencies
    ADD CONSTRAINT check_frequencies_check_id_fkey FOREIGN KEY (check_id) REFERENCES public.checks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.check_near
    ADD CONSTRAINT check_near_check_id_number_fkey FOREIGN KEY (check_id, number) REFERENCES public.check_sources(check_id, number) ON DELETE CASCADE;
ALTER TABLE ONLY public.check_skipped
    ADD CONSTRAINT check_skipped_check_id_fkey FOREIGN KEY (check_id) REFERENCES public.checks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.check_sources
    ADD CONSTRAINT check_sources_check_id_fkey FOREIGN KEY (check_id) REFERENCES public.checks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.check_sources
    ADD CONSTRAINT check_sources_source_fkey FOREIGN KEY (source) REFERENCES public.sources(hash);
ALTER TABLE ONLY public.check_submissions
    ADD CONSTRAINT check_submissions_check_id_fkey FOREIGN KEY (check_id) REFERENCES public.checks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.check_submissions
    ADD CONSTRAINT check_submissions_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.submissions(id);
ALTER TABLE ONLY public.check_templates
    ADD CONSTRAINT check_templates_check_id_submission_id_fkey FOREIGN KEY (check_id, submission_id) REFERENCES public.check_submissions(check_id, submission_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.checks
    ADD CONSTRAINT checks_contest_id_fkey FOREIGN KEY (contest_id) REFERENCES public.contests(id);
ALTER TABLE ONLY public.cluster_members
    ADD CONSTRAINT cluster_members_check_id_number_fkey FOREIGN KEY (check_id, number) REFERENCES public.clusters(check_id, number) ON DELETE CASCADE;
ALTER TABLE ONLY public.cluster_members
    ADD CONSTRAINT cluster_members_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES public.participants(id);
ALTER TABLE ONLY public.clusters
    ADD CONSTRAINT clusters_check_id_fkey FOREIGN KEY (check_id) REFERENCES public.checks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.histograms
    ADD CONSTRAINT histograms_check_id_fkey FOREIGN KEY (check_id) REFERENCES public.checks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.import_skipped
    ADD CONSTRAINT import_skipped_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.imports(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_contest_id_fkey FOREIGN KEY (contest_id) REFERENCES public.contests(id);
ALTER TABLE ONLY public.index_entries
    ADD CONSTRAINT index_entries_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.submissions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_check_id_fkey FOREIGN KEY (check_id) REFERENCES public.checks(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.known_sources
    ADD CONSTRAINT known_sources_contest_id_fkey FOREIGN KEY (contest_id) REFERENCES public.contests(id);
ALTER TABLE ONLY public.known_sources
    ADD CONSTRAINT known_sources_source_fkey FOREIGN KEY (source) REFERENCES public.sources(hash);
ALTER TABLE ONLY public.lexed_files
    ADD CONSTRAINT lexed_files_source_fkey FOREIGN KEY (source) REFERENCES public.sources(hash) ON DELETE CASCADE;
ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_case_id_fkey FOREIGN KEY (case_id) REFERENCES public.cases(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES public.participants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_read_by_fkey FOREIGN KEY (read_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_contest_id_fkey FOREIGN KEY (contest_id) REFERENCES public.contests(id);
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.outcomes
    ADD CONSTRAINT outcomes_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES public.participants(id);
ALTER TABLE ONLY public.outcomes
    ADD CONSTRAINT outcomes_set_by_fkey FOREIGN KEY (set_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.participants
    ADD CONSTRAINT participants_contest_id_fkey FOREIGN KEY (contest_id) REFERENCES public.contests(id);
ALTER TABLE ONLY public.problems
    ADD CONSTRAINT problems_contest_id_fkey FOREIGN KEY (contest_id) REFERENCES public.contests(id);
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_case_id_fkey FOREIGN KEY (case_id) REFERENCES public.cases(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.submission_files
    ADD CONSTRAINT submission_files_source_fkey FOREIGN KEY (source) REFERENCES public.sources(hash);
ALTER TABLE ONLY public.submission_files
    ADD CONSTRAINT submission_files_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.submissions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_contest_id_fkey FOREIGN KEY (contest_id) REFERENCES public.contests(id);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.imports(id);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES public.participants(id);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_problem_id_fkey FOREIGN KEY (problem_id) REFERENCES public.problems(id);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.watches
    ADD CONSTRAINT watches_check_id_fkey FOREIGN KEY (check_id) REFERENCES public.checks(id);
ALTER TABLE ONLY public.watches
    ADD CONSTRAINT watches_contest_id_fkey FOREIGN KEY (contest_id) REFERENCES public.contests(id);
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES public.alerts(id) ON DELETE CASCADE;

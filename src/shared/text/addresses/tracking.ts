/** Parameters that only say where a visitor came from. The decision record on sources' addresses says why the list is our own. */

const everywhere =
  /^(?:(?:amp;)*(?:utm_.*|gad_.*|mtm_.*|matomo_.*|pk_.*|piwik_.*|hsa_.*|guce_referrer.*|wt\.mc.*|_x_tr_.*|trk.*|ga_(?:source|medium|campaign|term|content)|amp_(?:gsa|js_v|latest_update_time)|sc_(?:campaign|channel|content|country|geo|medium|outcome|publisher|src|llid|lid|uid|eh)|at_(?:medium|campaign|link.*))|gclid|gclsrc|dclid|gbraid|wbraid|gad|fbclid|fb_(?:action_ids|action_types|ref|source)|msclkid|yclid|ysclid|twclid|ttclid|tblci|li_fat_id|igshid|igsh|mibextid|rdid|epik|rdt_cid|sccid|irclickid|irgwc|cjevent|awc|mc_cid|mc_eid|__?hs(?:enc|mi|fp|tc|sc)|hsctatracking|mkt_tok|oly_anon_id|oly_enc_id|vero_id|srsltid|ref_src|ref_url|spm|scm|_ga|_gl|_openstat|ved|usg|sa|sca_esv|s_cid|s_kwcid|ef_id|cmpid|cid_source|wt_mc|wt_zmc|xtor|guccounter|_branch_match_id|_branch_referrer|cmp_id|campaign_id|share_source|sharesource|share_id|spjobid|spmailingid|vgo_ee|wickedid|mkwid|pcrid|elqtrack.*|ncid|ns_(?:source|mchannel|campaign|linkname|fee)|rb_clickid|dm_i|sms_source|cvid|ocid|usqp|_ttp|sclid|__s|rtid|psafe_param|vsrefdom|gci|cjdata|clickref|click_?id|fb_comment_id|rb_tc|_kx|sca_(?:ref|source)|_bta_tid|mcid|ir_.*|sfmc_.*|iesrc|algolia.*|tduid|afftrack|affid|aff_id|sub_?id\d?|epslanguage|partnerid|zanpid|itm_.*|int_cmp|icid|intcmp|dgcid|wbdcd|ndclid|qclid|rutm_.*|ymclid|_ym_uid|mindbox-click-id|_gac|__twitter_impression|(?:php|asp|j)sess(?:ion)?id)$/i;
/** Names that mean something else on most sites. */
const hostOwn: readonly (readonly [host: RegExp, names: RegExp])[] = [
  [/(?:^|\.)(?:youtube\.com|youtu\.be|spotify\.com)$/, /^(?:si|feature|pp|ab_channel)$/],
  [/(?:^|\.)(?:x|twitter)\.com$/, /^(?:s|t|ref_src)$/],
  [/(?:^|\.)tiktok\.com$/, /^(?:_t|_r|is_from_webapp|sender_device|is_copy_url)$/],
  [/(?:^|\.)reddit\.com$/, /^(?:share_id|rdt|context)$/],
  [
    /(?:^|\.)amazon\.[a-z.]+$/,
    /^(?:tag|ref|ref_|qid|sr|keywords|crid|sprefix|dib|dib_tag|linkcode|ascsubtag|pd_rd_.*|pf_rd_.*|content-id|psc|smid|_encoding|dchild)$/i,
  ],
  [/(?:^|\.)(?:wikipedia|wiktionary|wikimedia)\.org$/, /^wprov$/],
  [
    /(?:^|\.)ebay\.[a-z.]+$/,
    /^(?:mkcid|mkevt|mkrid|campid|toolid|customid|_trk(?:sid|parms)|hash|amdata|itmmeta|itmprp|siteid|ssspo|sssrc|ssuid|widget_ver|media|norover)$/,
  ],
  [
    /(?:^|\.)walmart\.[a-z.]+$/,
    /^(?:wmlspartner|wl\d+|veh|adid|ath[a-z]+|sourceid|from|clickid|sharedid|affiliates_ad_id)$/i,
  ],
  [
    /(?:^|\.)etsy\.com$/,
    /^(?:click_(?:key|sum)|ref|frs|sts|pro|content_source|organic_search_click|ga_.*|ls|dd)$/,
  ],
  [
    /(?:^|\.)aliexpress\.[a-z.]+$/,
    /^(?:algo_.*|pdp_.*|gatewayadapt|aff_.*|curpagelogUid|sourcetype|sk|terminal_id|afsmartredirect|btsid|ws_ab_test)$/i,
  ],
  [/(?:^|\.)nytimes\.com$/, /^(?:smid|smtyp|unlocked_article_code|partner|emc|searchresultposition)$/i],
  [
    /(?:^|\.)(?:instagram|facebook|threads)\.(?:com|net)$/,
    /^(?:locale|xmt|__tn__|__cft__.*|hc_ref|hc_location|fref|paipv|eav|_rdr|_rdc|slof)$/,
  ],
  [/(?:^|\.)medium\.com$/, /^(?:source|sk)$/],
  [/(?:^|\.)theguardian\.com$/, /^CMP$/],
  [/(?:^|\.)dailymail\.co\.uk$/, /^ito$/],
  [/(?:^|\.)youtube\.com$/, /^sub_confirmation$/],
  [/^apps\.apple\.com$/, /^(?:mt|at|ct|pt|itscg|itsct|ls|platform)$/],
  [/^play\.google\.com$/, /^(?:hl|gl|pli|referrer|pcampaignid)$/],
  [/^(?:docs|drive)\.google\.com$/, /^(?:usp|ouid|rtpof|sd)$/],
  [/(?:^|\.)notion\.(?:site|so)$/, /^pvs$/],
  [
    /(?:^|\.)booking\.com$/,
    /^(?:aid|label|sid|srpvid|srepoch|hpos|hapos|sr_order|ucfs|dist|matching_block_id|highlighted_blocks|sb_price_type|from)$/,
  ],
  [/(?:^|\.)blogspot\.[a-z.]+$/, /^m$/],
  [/(?:^|\.)bing\.com$/, /^(?:form|pc|cvid|sk|ghc|filters)$/i],
  [/(?:^|\.)quora\.com$/, /^(?:share|ch|oid|srid|target_type)$/],
  [/(?:^|\.)linkedin\.com$/, /^(?:rcm|originalsubdomain|lipi|licu)$/i],
];
/** Names that say who referred the visitor if the value is an engine. */
const referrer = /^(?:ref|referrer|referer|source|src|from|via|utm)$/i;
const engine =
  /^(?:https?:\/\/)?(?:www\.)?(?:chatgpt|openai|perplexity|gemini|bard|copilot|claude|anthropic|grok|bing|google|duckduckgo|meta\.?ai|deepseek|mistral|you)(?:\.(?:com|ai|google|google\.com|microsoft\.com|openai\.com))?\/?$/i;

/** @param host in lower case without `www.` */
export function isTracking(host: string, name: string, value: string): boolean {
  if (everywhere.test(name)) return true;
  if (referrer.test(name) && engine.test(value)) return true;
  return hostOwn.some(([hosts, names]) => hosts.test(host) && names.test(name));
}

/** The URL without the parameter by which an assistant names itself in every link; the rest of it is not changed. */
export function withoutSender(url: string): string {
  return url.replace(
    /([?&])(?:amp;)?utm_source=([^&#]*)(&(?:amp;)?|(?=#)|$)/g,
    (all, before: string, sender: string, after: string) =>
      engine.test(sender) ? (after.startsWith('&') ? before : '') : all,
  );
}

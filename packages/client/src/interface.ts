// Written by scripts/clientTypes.ts from the schemas of the service. Do not edit.

export const taskTypes = {
  "assistant-a": "ASSISTANT_A",
  "assistant-b": "ASSISTANT_B",
  "assistant-c": "ASSISTANT_C",
  "assistant-d": "ASSISTANT_D",
  "assistant-e": "ASSISTANT_E",
  "search": "SEARCH",
  "search/news": "SEARCH_NEWS",
  "search-ai": "SEARCH_AI"
} as const;

/** The eight engines, by their path after `/v1/monitor/`. */
export type Engine = keyof typeof taskTypes;

export type MonitorRequests = {
  readonly 'assistant-a': AssistantARequest;
  readonly 'assistant-b': AssistantBRequest;
  readonly 'assistant-c': AssistantCRequest;
  readonly 'assistant-d': AssistantDRequest;
  readonly 'assistant-e': AssistantERequest;
  readonly 'search': SearchRequest;
  readonly 'search/news': SearchNewsRequest;
  readonly 'search-ai': SearchAiRequest;
};

export type MonitorResults = {
  readonly 'assistant-a': AssistantAResult;
  readonly 'assistant-b': AssistantBResult;
  readonly 'assistant-c': AssistantCResult;
  readonly 'assistant-d': AssistantDResult;
  readonly 'assistant-e': AssistantEResult;
  readonly 'search': SearchResult;
  readonly 'search/news': SearchNewsResult;
  readonly 'search-ai': SearchAiResult;
};

export type TaskStatuses = {
  readonly 'assistant-a': AssistantATaskStatus;
  readonly 'assistant-b': AssistantBTaskStatus;
  readonly 'assistant-c': AssistantCTaskStatus;
  readonly 'assistant-d': AssistantDTaskStatus;
  readonly 'assistant-e': AssistantETaskStatus;
  readonly 'search': SearchTaskStatus;
  readonly 'search/news': SearchNewsTaskStatus;
  readonly 'search-ai': SearchAiTaskStatus;
};

/** What `countries` can be narrowed to. */
export type CountryModel = 'assistant-a' | 'assistant-b' | 'assistant-c' | 'assistant-d' | 'assistant-e' | 'search' | 'search/news' | 'search-ai' | 'ai-overview';

export const errorCodes = [
  "BAD_REQUEST",
  "MISSING_API_KEY",
  "INVALID_API_KEY_FORMAT",
  "INVALID_OR_EXPIRED_API_KEY",
  "INSUFFICIENT_CREDITS",
  "RESOURCE_NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "RESOURCE_CONFLICT",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "RATE_LIMIT_EXCEEDED",
  "CONCURRENT_LIMIT_EXCEEDED",
  "QUEUE_LIMIT_EXCEEDED",
  "REQUEST_CANCELED",
  "INTERNAL_SERVER_ERROR",
  "EXTERNAL_SERVICE_ERROR"
] as const;

export const batchItemErrorCodes = [
  "VALIDATION_ERROR",
  "RESOURCE_ALREADY_EXISTS",
  "INSUFFICIENT_CREDITS"
] as const;

export const headerNames = {
  "authorization": "Authorization",
  "requestId": "X-Request-Id",
  "rateLimitLimit": "X-RateLimit-Limit",
  "rateLimitRemaining": "X-RateLimit-Remaining",
  "concurrentLimit": "X-Concurrent-Limit",
  "concurrentCurrent": "X-Concurrent-Current",
  "concurrentRemaining": "X-Concurrent-Remaining",
  "creditsRemaining": "X-Credits-Remaining",
  "creditsCharged": "X-Credits-Charged",
  "latencyMs": "X-Latency-Ms",
  "webhookTimestamp": "X-Webhook-Timestamp",
  "webhookSignature": "X-Webhook-Signature",
  "webhookId": "X-Webhook-Id",
  "deprecation": "Deprecation",
  "sunset": "Sunset",
  "link": "Link"
} as const;

export const redirectPath = "/v1/monitor/search/goto" as const;

export const batchLimit = 500 as const;

export type AboutTheProduct = {
  /** Description as shown */
  readonly description?: string;
  /** Features of the product */
  readonly features?: readonly string[];
};

export type Admission = {
  /** Who provides it */
  readonly provider: string;
  /** Price as shown */
  readonly price?: string;
  /** Address */
  readonly link?: string;
  /** A mark such as "Official site" */
  readonly badge?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type Ads = {
  /** Title as shown */
  readonly title?: string;
  /** The ads of this block */
  readonly ads: readonly SearchAiAd[];
};

export type AiOverview = {
  /** The answer as plain text */
  readonly text?: string;
  /** The answer as Markdown, only with include.markdown */
  readonly markdown?: string;
  /** Cited sources in their order */
  readonly sources?: readonly SearchSource[];
  /** Marks in the text that cite a source */
  readonly citationPills?: readonly SearchCitationPill[];
  /** Further links of the overview */
  readonly relatedLinks?: readonly RelatedLink[];
  /** Videos the answer shows */
  readonly videos?: readonly SearchVideo[];
  /** Places the answer shows */
  readonly places?: readonly Place[];
  /** Places on the map */
  readonly map?: readonly PlaceMap[];
  /** Ads shown with the answer */
  readonly ads?: readonly SearchAioverviewAd[];
};

export type AiOverviewInclude = {
  /** Adds the AI overview as Markdown */
  readonly markdown?: boolean;
};

export type AnalyticsMeta = {
  /** The engine's identifier of the display */
  readonly product_event_uuid?: string;
};

export type Artwork = {
  /** Title as shown */
  readonly title: string;
  /** Address */
  readonly link?: string;
  /** Who made it */
  readonly author?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type AssistantAAd = {
  /** Brand as the engine names it */
  readonly brand: Brand;
  /** Cards of the ad */
  readonly cards: readonly Card[];
  /** Where the ad was shown */
  readonly visibility?: string;
  /** Position of the ad in the engine's own list, from 0 */
  readonly adsResponseIndex?: number;
  /** Whether the ad was shown */
  readonly rendered?: boolean;
};

export type AssistantACitationPill = {
  /** Name of the source as shown */
  readonly label: string;
  /** Number that joins the mark in the text with its source */
  readonly citationPillId: number;
  /** Address */
  readonly url: string;
  /** Host of the address without www. */
  readonly domain: string;
  /** Description as shown */
  readonly description?: string;
  /** Position as shown, from 1 */
  readonly position: number;
  /** Kind, as the engine names it */
  readonly type: 'searchResult' | 'groupedWebpage';
  /** Date of publication */
  readonly datePublished?: string;
};

export type AssistantAImage = {
  /** Address */
  readonly url?: string;
  /** Width in pixels */
  readonly width?: number;
  /** Height in pixels */
  readonly height?: number;
};

export type AssistantAInclude = {
  /** Adds the address of the whole page as HTML */
  readonly html?: boolean;
  /** Adds the answer as Markdown */
  readonly markdown?: boolean;
  /** Adds what the engine sent; +2 credits, shared with searchQueries, ads and shopping */
  readonly rawResponse?: boolean;
  /** Adds the searches the engine made; +2 credits, shared with rawResponse, ads and shopping */
  readonly searchQueries?: boolean;
  /** Adds the ads shown in the response; +2 credits, shared with rawResponse, searchQueries and shopping */
  readonly ads?: boolean;
  /** Adds shopping cards and inline products; +2 credits, shared with rawResponse, searchQueries and ads */
  readonly shopping?: boolean;
};

export type AssistantAInlineProduct = {
  /** The product */
  readonly product: AssistantAProduct;
  /** How the product stands in the text */
  readonly render_as: 'inline' | 'hero' | 'block';
};

export type AssistantAMap = {
  /** Identifier of the engine */
  readonly id?: string;
  /** Who provides it */
  readonly provider?: string;
  /** Name as shown */
  readonly name: string;
  /** Position as shown, from 1 */
  readonly position?: number;
  /** Postal address as shown */
  readonly address?: string;
  /** Latitude, degrees */
  readonly latitude?: number;
  /** Longitude, degrees */
  readonly longitude?: number;
  /** Categories as shown, such as "Bicycle shop" */
  readonly categories?: readonly string[];
  /** Rating as the engine gives it */
  readonly rating?: number;
  /** Number of reviews */
  readonly reviewCount?: number;
  /** Description as shown */
  readonly description?: string;
  /** Telephone number as shown */
  readonly phone?: string;
  /** Web site */
  readonly websiteUrl?: string;
};

export type AssistantAOffer = {
  /** Merchant */
  readonly merchant_name?: string;
  /** Second line of the merchant */
  readonly merchant_subtitle?: string | null;
  /** Seller on a marketplace */
  readonly marketplace_seller?: string | null;
  /** Seller */
  readonly seller_name?: string;
  /** Brand as the engine names it */
  readonly brand?: string | null;
  /** Name of the product in the offer */
  readonly product_name?: string;
  /** Address */
  readonly url?: string;
  /** Price as shown */
  readonly price?: string;
  /** Details of the offer as shown */
  readonly details?: string;
  /** Price before the discount, as shown */
  readonly original_price?: string | null;
  /** Whether it can be bought now */
  readonly available?: boolean;
  /** Whether it can be bought inside the engine */
  readonly checkoutable?: boolean;
  /** Whether it is a digital product */
  readonly is_digital?: boolean | null;
  /** What the engine hands to its checkout, as it comes */
  readonly checkout_payload?: unknown;
  /** Pictures of the checkout */
  readonly checkout_image_urls?: readonly string[] | null;
  /** The engine's identifier of the shop */
  readonly shop_id?: string | null;
  /** Who provides it */
  readonly provider?: string;
  /** Parts of the price */
  readonly price_details?: AssistantAPriceDetails;
  /** Mark of the offer */
  readonly tag?: Tag | null;
};

export type AssistantAPriceDetails = {
  /** Price as shown */
  readonly display_price?: string;
  /** Price before tax and shipping */
  readonly base?: string;
  /** Shipping as shown */
  readonly shipping?: string;
  /** Tax as shown */
  readonly tax?: string;
  /** Total as shown */
  readonly total?: string;
};

export type AssistantAProduct = {
  /** Title as shown */
  readonly title: string;
  /** Position as shown, from 1 */
  readonly position?: number;
  /** Address */
  readonly url?: string;
  /** Description as shown */
  readonly description?: string;
  /** Price as shown */
  readonly price?: string;
  /** Mark such as "Best value" */
  readonly featured_tag?: string | null;
  /** Merchant */
  readonly merchant?: string;
  /** Rating as the engine gives it */
  readonly rating?: number;
  /** Number of reviews */
  readonly num_reviews?: number;
  /** Addresses of pictures */
  readonly image_urls?: readonly string[];
  /** Identifier of the engine */
  readonly id?: string;
  /** Variants of the product */
  readonly variants?: unknown;
  /** Offers of merchants */
  readonly offers?: readonly AssistantAOffer[];
  /** Where the rating comes from */
  readonly rating_grouped_citation?: RatingGroupedCitation | null;
  /** Who provides it */
  readonly provider?: string;
  /** Who provides it */
  readonly providers?: readonly string[];
  /** Key for looking the product up */
  readonly product_lookup_key?: ProductLookupKey;
  /** How the engine looked the product up */
  readonly product_lookup_data?: ProductLookupData;
  /** How the product is pictured */
  readonly showcase_metadata?: ShowcaseMetadata;
  /** Whether a note about prices is shown */
  readonly show_price_disclosure?: boolean;
  /** What the engine records about the product */
  readonly analytics_meta?: AnalyticsMeta;
  /** Where the data of the product comes from */
  readonly metadata_sources?: readonly string[];
  /** The engine's identifier of the display */
  readonly product_event_uuid?: string;
  /** Query the engine made for this product */
  readonly generatedProductQuery?: string;
};

export type AssistantARequest = {
  /** The question to ask, 1 to 10,000 characters without white space at both ends */
  readonly prompt: string;
  /** Country to ask from: a code of ISO 3166-1 alpha-2, or XK */
  readonly country: string;
  /** US state to ask from, such as CA; only with country US */
  readonly state?: string;
  /** What is wanted beside the answer; everything is off by default */
  readonly include?: AssistantAInclude;
  /** Asks for the older desktop interface, which fills model, searchQueries and mapSearchQueries. Best effort: the default shape may come back */
  readonly legacy?: boolean;
  /** True lets the engine answer on its own; sources and searchQueries are often empty then. Default false: web search is forced */
  readonly disableWebSearch?: boolean;
};

export type AssistantAResponse = {
  /** Whether the request succeeded */
  readonly success: true;
  /** What the engine produced */
  readonly result: AssistantAResult;
};

export type AssistantAResult = {
  /** The answer as plain text */
  readonly text: string;
  /** Cited sources in their order */
  readonly sources: readonly AssistantASource[];
  /** Brands and other entities the answer names */
  readonly entities?: readonly Entity[];
  /** Places on the map */
  readonly map?: readonly AssistantAMap[];
  /** Marks in the text that cite a source */
  readonly citationPills?: readonly AssistantACitationPill[];
  /** Model that answered; a name on the older interface only */
  readonly model?: string | null;
  /** Address of the stored page, only with include.html */
  readonly html?: string;
  /** The answer as Markdown, only with include.markdown */
  readonly markdown?: string;
  /** What the engine sent, as it came, only with include.rawResponse */
  readonly rawResponse?: readonly unknown[];
  /** Searches the engine made for the answer */
  readonly searchQueries?: readonly string[];
  /** Searches for places; only on the older interface */
  readonly mapSearchQueries?: readonly string[];
  /** Product cards of the answer */
  readonly shoppingCards?: readonly AssistantAShoppingCard[];
  /** Products inside the text */
  readonly inlineProducts?: readonly AssistantAInlineProduct[];
  /** Ads shown with the answer */
  readonly ads?: readonly AssistantAAd[];
};

export type AssistantAShoppingCard = {
  /** Marks as shown */
  readonly tags?: readonly string[];
  /** Products */
  readonly products: readonly AssistantAProduct[];
};

export type AssistantASource = {
  /** Position as shown, from 1 */
  readonly position: number;
  /** Address */
  readonly url: string;
  /** Name of the source as shown */
  readonly label: string;
  /** Description as shown */
  readonly description?: string;
  /** True for a source of the second group */
  readonly footnote?: boolean;
  /** Date of publication */
  readonly datePublished?: string;
};

export type AssistantATask = {
  /** Engine of the task; both spellings are accepted, answers use the upper-case one */
  readonly taskType: 'ASSISTANT_A' | 'assistant-a';
  /** Request of the engine, as for its synchronous call */
  readonly payload: AssistantARequest;
  /** Order in the queue, 1 to 10; higher is first, 1 when absent */
  readonly priority?: number;
  /** A key of your own, unique in the account: the same task is created once */
  readonly idempotencyKey?: string;
  /** Whom to tell when the task has ended */
  readonly webhook?: Webhook;
};

export type AssistantATaskStatus = {
  /** The task */
  readonly task: AssistantATaskStatusTask;
  /** What the task costs */
  readonly credits: Credits;
  /** What became of the webhook; only on ended tasks that have one */
  readonly webhook?: WebhookDelivery;
  /** Result of a completed task, or the error of a failed one; absent before */
  readonly response?: AssistantAResult | TaskFailure;
};

export type AssistantATaskStatusTask = {
  /** Identifier of the engine */
  readonly id: string;
  /** Engine of the task; both spellings are accepted, answers use the upper-case one */
  readonly taskType: 'ASSISTANT_A';
  /** State of the task */
  readonly status: 'QUEUED' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
  /** Order in the queue, 1 to 10; higher is first, 1 when absent */
  readonly priority: number;
  /** When the task was created */
  readonly createdAt: string;
  /** Milliseconds from start to end; null before the end */
  readonly latencyMs?: number | null;
  /** A key of your own, unique in the account: the same task is created once */
  readonly idempotencyKey?: string | null;
};

export type AssistantBPlace = {
  /** Position in the list, from 0 */
  readonly index: number;
  /** Title as shown */
  readonly title: string;
  /** Address */
  readonly link: string;
  /** Address of the small picture */
  readonly thumbnail?: string;
  /** Rating as the engine gives it */
  readonly rating?: number;
  /** Number of reviews */
  readonly reviews?: number;
  /** Kind, as the engine names it */
  readonly type?: string;
  /** Description as shown */
  readonly description?: string;
  /** Price as shown */
  readonly price?: string;
};

export type AssistantBRequest = {
  /** The question to ask, 1 to 10,000 characters without white space at both ends */
  readonly prompt: string;
  /** Country to ask from: a code of ISO 3166-1 alpha-2, or XK */
  readonly country: string;
  /** US state to ask from, such as CA; only with country US */
  readonly state?: string;
  /** What is wanted beside the answer; everything is off by default */
  readonly include?: Include;
};

export type AssistantBResponse = {
  /** Whether the request succeeded */
  readonly success: true;
  /** What the engine produced */
  readonly result: AssistantBResult;
};

export type AssistantBResult = {
  /** The answer as plain text */
  readonly text: string;
  /** Cited sources in their order */
  readonly sources: readonly Source[];
  /** Marks in the text that cite a source */
  readonly citationPills?: readonly CitationPill[];
  /** The answer as Markdown, only with include.markdown */
  readonly markdown?: string;
  /** Address of the stored page, only with include.html */
  readonly html?: string;
  /** What the engine sent, as it came, only with include.rawResponse */
  readonly rawResponse?: readonly unknown[];
  /** Places the answer shows */
  readonly places?: readonly AssistantBPlace[];
  /** Product cards of the answer */
  readonly shoppingCards?: readonly AssistantBShoppingCard[];
};

export type AssistantBShoppingCard = {
  /** Position as shown, from 1 */
  readonly position: number;
  /** Title as shown */
  readonly title: string;
  /** Link to the product */
  readonly productLink: string;
  /** The engine's identifier of the product */
  readonly productId: string;
  /** Price as shown */
  readonly price: Price;
  /** Price before the discount */
  readonly oldPrice?: Price;
  /** Shop */
  readonly store?: string;
  /** Link to the shop */
  readonly storeLink?: string;
  /** Number of shops */
  readonly storeCount?: number;
  /** Shipping as shown */
  readonly shipping?: string;
  /** Delivery time as shown */
  readonly deliveryTime?: string;
  /** Rating as the engine gives it */
  readonly rating?: number;
  /** Number of reviews */
  readonly reviews?: number;
  /** Brand as the engine names it */
  readonly brand?: string;
  /** Description as shown */
  readonly description?: string;
  /** Address of the small picture */
  readonly thumbnail?: string;
  /** Pictures */
  readonly images?: readonly string[];
  /** The engine's identifier of the catalogue entry */
  readonly catalogId?: string;
  /** Number of the product category */
  readonly gpcId?: string;
};

export type AssistantBTask = {
  /** Engine of the task; both spellings are accepted, answers use the upper-case one */
  readonly taskType: 'ASSISTANT_B' | 'assistant-b';
  /** Request of the engine, as for its synchronous call */
  readonly payload: AssistantBRequest;
  /** Order in the queue, 1 to 10; higher is first, 1 when absent */
  readonly priority?: number;
  /** A key of your own, unique in the account: the same task is created once */
  readonly idempotencyKey?: string;
  /** Whom to tell when the task has ended */
  readonly webhook?: Webhook;
};

export type AssistantBTaskStatus = {
  /** The task */
  readonly task: AssistantBTaskStatusTask;
  /** What the task costs */
  readonly credits: Credits;
  /** Whom to tell when the task has ended */
  readonly webhook?: WebhookDelivery;
  /** Result of a completed task, or the error of a failed one; absent before */
  readonly response?: AssistantBResult | TaskFailure;
};

export type AssistantBTaskStatusTask = {
  /** Identifier of the engine */
  readonly id: string;
  /** Engine of the task; both spellings are accepted, answers use the upper-case one */
  readonly taskType: 'ASSISTANT_B';
  /** State of the task */
  readonly status: 'QUEUED' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
  /** Order in the queue, 1 to 10; higher is first, 1 when absent */
  readonly priority: number;
  /** When the task was created */
  readonly createdAt: string;
  /** Milliseconds from start to end; null before the end */
  readonly latencyMs?: number | null;
  /** A key of your own, unique in the account: the same task is created once */
  readonly idempotencyKey?: string | null;
};

export type AssistantCRequest = {
  /** The question to ask, 1 to 10,000 characters without white space at both ends */
  readonly prompt: string;
  /** Country to ask from: a code of ISO 3166-1 alpha-2, or XK */
  readonly country: string;
  /** US state to ask from, such as CA; only with country US */
  readonly state?: string;
  /** What is wanted beside the answer; everything is off by default */
  readonly include?: Include;
};

export type AssistantCResponse = {
  /** Whether the request succeeded */
  readonly success: true;
  /** What the engine produced */
  readonly result: AssistantCResult;
};

export type AssistantCResult = {
  /** The answer as plain text */
  readonly text: string;
  /** Cited sources in their order */
  readonly sources: readonly AssistantCSource[];
  /** Searches the engine made for the answer */
  readonly searchQueries?: readonly string[];
  /** Model that answered; a name on the older interface only */
  readonly model?: string | null;
  /** The answer as Markdown, only with include.markdown */
  readonly markdown?: string;
  /** Address of the stored page, only with include.html */
  readonly html?: string;
  /** What the engine sent, as it came, only with include.rawResponse */
  readonly rawResponse?: readonly unknown[];
};

export type AssistantCSource = {
  /** Position as shown, from 1 */
  readonly position: number;
  /** Address */
  readonly url: string;
  /** Name of the source as shown */
  readonly label: string;
  /** Description as shown */
  readonly description?: string;
  /** Beginning of the post */
  readonly preview?: string;
  /** Text the search engine gave for the source */
  readonly searchEngineText?: string;
  /** Name of the site */
  readonly siteName?: string;
  /** Title in the page's metadata */
  readonly metadataTitle?: string;
  /** Account that published the post */
  readonly creator?: string;
  /** Picture */
  readonly image?: string;
  /** Icon of the site */
  readonly favicon?: string;
};

export type AssistantCTask = {
  /** Engine of the task; both spellings are accepted, answers use the upper-case one */
  readonly taskType: 'ASSISTANT_C' | 'assistant-c';
  /** Request of the engine, as for its synchronous call */
  readonly payload: AssistantCRequest;
  /** Order in the queue, 1 to 10; higher is first, 1 when absent */
  readonly priority?: number;
  /** A key of your own, unique in the account: the same task is created once */
  readonly idempotencyKey?: string;
  /** Whom to tell when the task has ended */
  readonly webhook?: Webhook;
};

export type AssistantCTaskStatus = {
  /** The task */
  readonly task: AssistantCTaskStatusTask;
  /** What the task costs */
  readonly credits: Credits;
  /** Whom to tell when the task has ended */
  readonly webhook?: WebhookDelivery;
  /** Result of a completed task, or the error of a failed one; absent before */
  readonly response?: AssistantCResult | TaskFailure;
};

export type AssistantCTaskStatusTask = {
  /** Identifier of the engine */
  readonly id: string;
  /** Engine of the task; both spellings are accepted, answers use the upper-case one */
  readonly taskType: 'ASSISTANT_C';
  /** State of the task */
  readonly status: 'QUEUED' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
  /** Order in the queue, 1 to 10; higher is first, 1 when absent */
  readonly priority: number;
  /** When the task was created */
  readonly createdAt: string;
  /** Milliseconds from start to end; null before the end */
  readonly latencyMs?: number | null;
  /** A key of your own, unique in the account: the same task is created once */
  readonly idempotencyKey?: string | null;
};

export type AssistantDMap = {
  /** Name as shown */
  readonly name: string;
  /** Position as shown, from 1 */
  readonly position?: number;
  /** The engine's identifier of the place */
  readonly placeId?: string;
  /** Where the place is */
  readonly location?: Location;
  /** Telephone number as shown */
  readonly phoneNumber?: string;
  /** Address */
  readonly url?: string;
  /** Reviews by provider */
  readonly reviews?: readonly Review[];
  /** Photos */
  readonly photos?: readonly Photo[];
  /** Whether it is open now, as shown */
  readonly openState?: string;
  /** Category as shown */
  readonly category?: string;
  /** Price as shown */
  readonly price?: unknown;
  /** Layer of the map */
  readonly layerLabel?: string;
};

export type AssistantDPrice = {
  /** Price as a number */
  readonly amount?: number;
  /** Code of ISO 4217, such as EUR */
  readonly currency?: string;
  /** Sign of the currency, such as € */
  readonly currencySymbol?: string;
};

export type AssistantDProduct = {
  /** Identifiers of the product */
  readonly product?: AssistantDProductProduct;
  /** Position as shown, from 1 */
  readonly position?: number;
  /** The engine's identifier of the offer */
  readonly offerId?: string;
  /** Address */
  readonly url?: string;
  /** Name as shown */
  readonly name: string;
  /** Description as shown */
  readonly description?: string;
  /** Pictures */
  readonly images?: readonly SupportingWebsite[];
  /** Properties of the product */
  readonly specifications?: readonly Specification[];
  /** Marks as shown */
  readonly tags?: readonly string[];
  /** Price as shown */
  readonly price?: AssistantDPrice;
  /** Price after the discount; null without one */
  readonly discountPrice?: AssistantDPrice | null;
  /** Seller */
  readonly seller?: string;
  /** Logo of the seller */
  readonly sellerLogoUrl?: string;
  /** Brand as the engine names it */
  readonly brandName?: string;
  /** Rating as the engine gives it */
  readonly rating?: AssistantDRating;
  /** Whether the engine offers to watch the price */
  readonly canTrackPrice?: boolean;
};

export type AssistantDProductProduct = {
  /** Identifier of the engine */
  readonly id?: string;
  /** The engine's identifier of the product group */
  readonly groupId?: string;
  /** The engine's identifier of the brand */
  readonly brandGroupId?: string;
};

export type AssistantDRating = {
  /** Rating as a number */
  readonly value?: number;
  /** How many there are */
  readonly count?: number;
  /** Best possible rating */
  readonly maxRating?: number | null;
};

export type AssistantDRequest = {
  /** The question to ask, 1 to 10,000 characters without white space at both ends */
  readonly prompt: string;
  /** Country to ask from: a code of ISO 3166-1 alpha-2, or XK */
  readonly country: string;
  /** US state to ask from, such as CA; only with country US */
  readonly state?: string;
  /** What is wanted beside the answer; everything is off by default */
  readonly include?: Include;
};

export type AssistantDResponse = {
  /** Whether the request succeeded */
  readonly success: true;
  /** What the engine produced */
  readonly result: AssistantDResult;
};

export type AssistantDResult = {
  /** The answer as plain text */
  readonly text: string;
  /** Cited sources in their order */
  readonly sources: readonly Source[];
  /** Marks in the text that cite a source */
  readonly citationPills?: readonly CitationPill[];
  /** Searches the engine made for the answer */
  readonly searchQueries?: readonly string[];
  /** The answer as Markdown, only with include.markdown */
  readonly markdown?: string;
  /** Address of the stored page, only with include.html */
  readonly html?: string;
  /** What the engine sent, as it came, only with include.rawResponse */
  readonly rawResponse?: readonly unknown[];
  /** Product cards of the answer */
  readonly shoppingCards?: readonly AssistantDShoppingCard[];
  /** Places on the map */
  readonly map?: readonly AssistantDMap[];
};

export type AssistantDShoppingCard = {
  /** Kind, as the engine names it */
  readonly type?: string;
  /** How the cards are laid out */
  readonly layout?: string;
  /** Products */
  readonly products: readonly AssistantDProduct[];
};

export type AssistantDTask = {
  /** Engine of the task; both spellings are accepted, answers use the upper-case one */
  readonly taskType: 'ASSISTANT_D' | 'assistant-d';
  /** Request of the engine, as for its synchronous call */
  readonly payload: AssistantDRequest;
  /** Order in the queue, 1 to 10; higher is first, 1 when absent */
  readonly priority?: number;
  /** A key of your own, unique in the account: the same task is created once */
  readonly idempotencyKey?: string;
  /** Whom to tell when the task has ended */
  readonly webhook?: Webhook;
};

export type AssistantDTaskStatus = {
  /** The task */
  readonly task: AssistantDTaskStatusTask;
  /** What the task costs */
  readonly credits: Credits;
  /** Whom to tell when the task has ended */
  readonly webhook?: WebhookDelivery;
  /** Result of a completed task, or the error of a failed one; absent before */
  readonly response?: AssistantDResult | TaskFailure;
};

export type AssistantDTaskStatusTask = {
  /** Identifier of the engine */
  readonly id: string;
  /** Engine of the task; both spellings are accepted, answers use the upper-case one */
  readonly taskType: 'ASSISTANT_D';
  /** State of the task */
  readonly status: 'QUEUED' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
  /** Order in the queue, 1 to 10; higher is first, 1 when absent */
  readonly priority: number;
  /** When the task was created */
  readonly createdAt: string;
  /** Milliseconds from start to end; null before the end */
  readonly latencyMs?: number | null;
  /** A key of your own, unique in the account: the same task is created once */
  readonly idempotencyKey?: string | null;
};

export type AssistantEOffer = {
  /** Address */
  readonly url?: string;
  /** Price as shown */
  readonly price?: string;
  /** Merchant */
  readonly merchant_name?: string;
  /** Name of the product in the offer */
  readonly product_name?: string;
  /** Whether it can be bought now */
  readonly available?: boolean;
  /** Parts of the price */
  readonly price_details?: AssistantEPriceDetails;
  /** Price before the discount, as shown */
  readonly original_price?: string | null;
};

export type AssistantEPlace = {
  /** Name as shown */
  readonly name: string;
  /** Address */
  readonly url?: string;
  /** Rating as the engine gives it */
  readonly rating?: number;
  /** Postal address as shown */
  readonly address?: readonly string[];
  /** Latitude, degrees */
  readonly lat?: number;
  /** Longitude, degrees */
  readonly lng?: number;
  /** Categories as shown, such as "Bicycle shop" */
  readonly categories?: readonly string[];
  /** Address of the map */
  readonly map_url?: string;
  /** Pictures */
  readonly images?: readonly string[];
};

export type AssistantEPriceDetails = {
  /** Price as shown */
  readonly display_price?: string;
};

export type AssistantEProduct = {
  /** Title as shown */
  readonly title: string;
  /** Identifier of the engine */
  readonly id?: string;
  /** Address */
  readonly url?: string;
  /** Price as shown */
  readonly price?: string;
  /** Merchant */
  readonly merchant?: string;
  /** Whether it can be bought now */
  readonly available?: boolean;
  /** Addresses of pictures */
  readonly imageUrls?: readonly string[];
  /** Number of reviews */
  readonly numReviews?: number;
  /** Offers of merchants */
  readonly offers?: readonly AssistantEOffer[];
  /** Position as shown, from 1 */
  readonly position?: number;
  /** Rating as the engine gives it */
  readonly rating?: number;
  /** Price before the discount, as shown */
  readonly original_price?: string | null;
  /** Description as shown */
  readonly description?: string;
  /** Variants of the product */
  readonly variants?: readonly unknown[];
};

export type AssistantERequest = {
  /** The question to ask, 1 to 10,000 characters without white space at both ends */
  readonly prompt: string;
  /** Country to ask from: a code of ISO 3166-1 alpha-2, or XK */
  readonly country: string;
  /** US state to ask from, such as CA; only with country US */
  readonly state?: string;
  /** What is wanted beside the answer; everything is off by default */
  readonly include?: Include;
};

export type AssistantEResponse = {
  /** Whether the request succeeded */
  readonly success: true;
  /** What the engine produced */
  readonly result: AssistantEResult;
};

export type AssistantEResult = {
  /** The answer as plain text */
  readonly text: string;
  /** Cited sources in their order */
  readonly sources: readonly Source[];
  /** Marks in the text that cite a source */
  readonly citationPills?: readonly CitationPill[];
  /** Questions the engine proposes next */
  readonly related_queries?: readonly string[];
  /** Searches the engine made for the answer */
  readonly search_model_queries?: readonly (string | SearchModelQuery)[];
  /** Videos the answer shows */
  readonly videos?: readonly AssistantEVideo[];
  /** Pictures */
  readonly images?: readonly AssistantEVideo[];
  /** Hotels the answer shows */
  readonly hotels?: readonly Hotel[];
  /** Places the answer shows */
  readonly places?: readonly AssistantEPlace[];
  /** Product cards of the answer */
  readonly shopping_cards?: readonly AssistantEShoppingCard[];
  /** The answer as Markdown, only with include.markdown */
  readonly markdown?: string;
  /** Address of the stored page, only with include.html */
  readonly html?: string;
  /** What the engine sent, as it came, only with include.rawResponse */
  readonly rawResponse?: readonly unknown[];
};

export type AssistantEShoppingCard = {
  /** Marks as shown */
  readonly tags?: readonly string[];
  /** Products */
  readonly products: readonly AssistantEProduct[];
};

export type AssistantETask = {
  /** Engine of the task; both spellings are accepted, answers use the upper-case one */
  readonly taskType: 'ASSISTANT_E' | 'assistant-e';
  /** Request of the engine, as for its synchronous call */
  readonly payload: AssistantERequest;
  /** Order in the queue, 1 to 10; higher is first, 1 when absent */
  readonly priority?: number;
  /** A key of your own, unique in the account: the same task is created once */
  readonly idempotencyKey?: string;
  /** Whom to tell when the task has ended */
  readonly webhook?: Webhook;
};

export type AssistantETaskStatus = {
  /** The task */
  readonly task: AssistantETaskStatusTask;
  /** What the task costs */
  readonly credits: Credits;
  /** Whom to tell when the task has ended */
  readonly webhook?: WebhookDelivery;
  /** Result of a completed task, or the error of a failed one; absent before */
  readonly response?: AssistantEResult | TaskFailure;
};

export type AssistantETaskStatusTask = {
  /** Identifier of the engine */
  readonly id: string;
  /** Engine of the task; both spellings are accepted, answers use the upper-case one */
  readonly taskType: 'ASSISTANT_E';
  /** State of the task */
  readonly status: 'QUEUED' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
  /** Order in the queue, 1 to 10; higher is first, 1 when absent */
  readonly priority: number;
  /** When the task was created */
  readonly createdAt: string;
  /** Milliseconds from start to end; null before the end */
  readonly latencyMs?: number | null;
  /** A key of your own, unique in the account: the same task is created once */
  readonly idempotencyKey?: string | null;
};

export type AssistantEVideo = {
  /** Title as shown */
  readonly title?: string;
  /** Address */
  readonly url: string;
  /** Address of the small picture */
  readonly thumbnail?: string;
  /** Kind of medium */
  readonly medium?: string;
  /** Where it comes from */
  readonly source?: string;
  /** Width of the picture in pixels */
  readonly image_width?: number;
  /** Height of the picture in pixels */
  readonly image_height?: number;
  /** Width of the small picture in pixels */
  readonly thumbnail_width?: number;
  /** Height of the small picture in pixels */
  readonly thumbnail_height?: number;
};

export type Attribute = {
  /** Name of the fact */
  readonly key: string;
  /** Value of the fact */
  readonly value: string;
};

export type Background = {
  /** Kind, as the engine names it */
  readonly type?: string;
  /** First colour */
  readonly primary?: string;
  /** Second colour */
  readonly secondary?: string;
};

export type BatchItemAccepted = {
  /** Whether the request succeeded */
  readonly success: true;
  /** Position in the batch that was sent, from 0 */
  readonly index: number;
  /** The task */
  readonly task: Task;
  /** What the task costs */
  readonly credits: Credits;
};

export type BatchItemError = {
  /** Stable code of the error; branch on it */
  readonly code: 'VALIDATION_ERROR' | 'RESOURCE_ALREADY_EXISTS' | 'INSUFFICIENT_CREDITS' | string;
  /** A sentence for people */
  readonly message: string;
  /** What is known beyond the message */
  readonly details?: Readonly<Record<string, unknown>>;
  /** When it happened, UTC */
  readonly timestamp: string;
};

export type BatchItemRefused = {
  /** Whether the request succeeded */
  readonly success: false;
  /** Position in the batch that was sent, from 0 */
  readonly index: number;
  /** The error */
  readonly error: BatchItemError;
};

export type BatchResponse = {
  /** Whether the request succeeded */
  readonly success: true;
  /** Counts of the batch */
  readonly summary: BatchSummary;
  /** One entry for each task, in the order sent */
  readonly results: readonly (BatchItemAccepted | BatchItemRefused)[];
};

export type BatchSummary = {
  /** Tasks in the batch */
  readonly total: number;
  /** Tasks that were accepted */
  readonly succeeded: number;
  /** Tasks that were refused */
  readonly failed: number;
};

export type Brand = {
  /** Name as shown */
  readonly name: string;
  /** Address */
  readonly url: string;
  /** Icon of the site */
  readonly favicon?: string;
};

export type Card = {
  /** Title as shown */
  readonly title: string;
  /** Text of the card */
  readonly body: string;
  /** Address */
  readonly url: string;
  /** Picture */
  readonly image?: string;
};

export type CitationPill = {
  /** Name of the source as shown */
  readonly label: string;
  /** Number that joins the mark in the text with its source */
  readonly citationPillId: number;
  /** Address */
  readonly url: string;
  /** Host of the address without www. */
  readonly domain: string;
  /** Description as shown */
  readonly description?: string;
  /** Position as shown, from 1 */
  readonly position: number;
};

export type Contact = {
  /** Name of the source as shown */
  readonly label: string;
  /** Address */
  readonly url?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type Countries = readonly string[];

export type CreditBalance = {
  /** Credits left */
  readonly remaining: number;
  /** Credits of the plan in a billing cycle */
  readonly perCycle: number | null;
  /** When the next billing cycle begins */
  readonly cycleResetsAt: string | null;
};

export type Credits = {
  /** Most that the task can cost */
  readonly creditsToCharge: number;
  /** Credits charged; null until the task has ended, 0 when it failed */
  readonly creditsCharged: number | null;
};

export type Entity = {
  /** Kind, as the engine names it */
  readonly type: string;
  /** Name as shown */
  readonly name: string;
};

export type ErrorBody = {
  /** Stable code of the error; branch on it */
  readonly code: 'BAD_REQUEST' | 'MISSING_API_KEY' | 'INVALID_API_KEY_FORMAT' | 'INVALID_OR_EXPIRED_API_KEY' | 'INSUFFICIENT_CREDITS' | 'RESOURCE_NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'RESOURCE_CONFLICT' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'RATE_LIMIT_EXCEEDED' | 'CONCURRENT_LIMIT_EXCEEDED' | 'QUEUE_LIMIT_EXCEEDED' | 'REQUEST_CANCELED' | 'INTERNAL_SERVER_ERROR' | 'EXTERNAL_SERVICE_ERROR';
  /** A sentence for people */
  readonly message: string;
  /** What is known beyond the message */
  readonly details?: Readonly<Record<string, unknown>>;
  /** When it happened, UTC */
  readonly timestamp: string;
};

export type ErrorEnvelope = {
  /** Whether the request succeeded */
  readonly success?: false;
  /** The error */
  readonly error: ErrorBody;
};

export type FieldIssue = {
  /** Dotted path of the field, such as include.html */
  readonly field: string;
  /** A sentence for people */
  readonly message: string;
};

export type GpsCoordinates = {
  /** Latitude, degrees */
  readonly latitude: number;
  /** Longitude, degrees */
  readonly longitude: number;
};

export type Hotel = {
  /** Name as shown */
  readonly name: string;
  /** Address */
  readonly url?: string;
  /** Rating as the engine gives it */
  readonly rating?: number;
  /** Number of reviews */
  readonly num_reviews?: number;
  /** Postal address as shown */
  readonly address?: readonly string[];
  /** Telephone number as shown */
  readonly phone?: string;
  /** Description as shown */
  readonly description?: string;
  /** Address of the picture */
  readonly image_url?: string;
  /** Pictures */
  readonly images?: readonly string[];
  /** Latitude, degrees */
  readonly lat?: number;
  /** Longitude, degrees */
  readonly lng?: number;
  /** Price level as shown */
  readonly price_level?: string;
  /** Categories as shown, such as "Bicycle shop" */
  readonly categories?: readonly string[];
};

export type HotelOption = {
  /** Who provides it */
  readonly provider: string;
  /** Price as shown */
  readonly price?: string;
  /** Address */
  readonly link?: string;
  /** Note as shown */
  readonly note?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type Image = {
  /** Address of the picture in full size */
  readonly mainUrl: string;
  /** Address of the small picture */
  readonly thumbnailUrl?: string;
  /** Title as shown */
  readonly title?: string;
};

export type Include = {
  /** Adds the address of the whole page as HTML */
  readonly html?: boolean;
  /** Adds the answer as Markdown */
  readonly markdown?: boolean;
  /** Adds what the engine sent, as a list of events */
  readonly rawResponse?: boolean;
};

export type Inline = {
  /** Title as shown */
  readonly title: string;
  /** Address */
  readonly link: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type KnowledgeGraph = {
  /** Title as shown */
  readonly title?: string;
  /** Kind, as the engine names it */
  readonly type?: string;
  /** Identifier in the knowledge graph */
  readonly kgmid?: string;
  /** Description as shown */
  readonly description?: string;
  /** Address of the picture */
  readonly imageUrl?: string;
  /** Web site */
  readonly website?: string;
  /** Link to the menu */
  readonly menu?: string;
  /** Link to the trailer */
  readonly trailer?: string;
  /** Where it comes from */
  readonly source?: SearchKnowledgeGraphSource;
  /** Facts of the panel as names and values */
  readonly attributes?: readonly Attribute[];
  /** Profiles on other platforms */
  readonly profiles?: readonly Profile[];
  /** What people also search for */
  readonly peopleAlsoSearchFor?: readonly Profile[];
  /** Things to know */
  readonly thingsToKnow?: readonly ThingsToKnow[];
  /** Ratings on other platforms */
  readonly ratings?: readonly SearchRating[];
  /** Services that stream it */
  readonly streamingOptions?: readonly StreamingOption[];
  /** Ratings on the web */
  readonly webRatings?: readonly WebRating[];
  /** A card with figures */
  readonly statsCard?: StatsCard;
  /** Posts on social platforms */
  readonly socialPosts?: readonly SocialPost[];
  /** Known former students */
  readonly notableAlumni?: readonly Profile[];
  /** Ways to get in touch */
  readonly contact?: readonly Contact[];
  /** Weather at the place */
  readonly weather?: Weather;
  /** Rating as the engine gives it */
  readonly rating?: SearchKnowledgeGraphRating;
  /** Tickets and their prices */
  readonly admission?: readonly Admission[];
  /** Works of the person or in the place */
  readonly artworks?: readonly Artwork[];
  /** Whether a 3D model is offered */
  readonly has3dModel?: boolean;
  /** Offers for the hotel */
  readonly hotelOptions?: readonly HotelOption[];
  /** Products that are searched for now */
  readonly trendingProducts?: readonly TrendingProduct[];
  /** Videos of merchants */
  readonly merchantVideos?: readonly MerchantVideo[];
  /** Services with the music */
  readonly listenOn?: readonly StreamingOption[];
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type LimitError = {
  /** Whether the request succeeded */
  readonly success?: false;
  /** The error */
  readonly error: LimitErrorBody;
};

export type LimitErrorBody = {
  /** Stable code of the error; branch on it */
  readonly code: 'BAD_REQUEST' | 'MISSING_API_KEY' | 'INVALID_API_KEY_FORMAT' | 'INVALID_OR_EXPIRED_API_KEY' | 'INSUFFICIENT_CREDITS' | 'RESOURCE_NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'RESOURCE_CONFLICT' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'RATE_LIMIT_EXCEEDED' | 'CONCURRENT_LIMIT_EXCEEDED' | 'QUEUE_LIMIT_EXCEEDED' | 'REQUEST_CANCELED' | 'INTERNAL_SERVER_ERROR' | 'EXTERNAL_SERVICE_ERROR';
  /** A sentence for people */
  readonly message: string;
  /** What is known beyond the message */
  readonly details?: SlotLimitDetails | QueueLimitDetails | Readonly<Record<string, unknown>>;
  /** When it happened, UTC */
  readonly timestamp: string;
};

export type Links = {
  /** Web site */
  readonly website?: string;
  /** Link to directions */
  readonly directions?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type LocalResult = {
  /** Position as shown, from 1 */
  readonly position: number;
  /** Title as shown */
  readonly title: string;
  /** The engine's identifier of the place */
  readonly placeId?: string;
  /** Rating as the engine gives it */
  readonly rating?: number;
  /** Number of reviews */
  readonly reviews?: string;
  /** Price as shown */
  readonly price?: string;
  /** Kind, as the engine names it */
  readonly type?: string;
  /** Age of the business as shown */
  readonly yearsInBusiness?: string;
  /** Postal address as shown */
  readonly address?: string;
  /** Telephone number as shown */
  readonly phone?: string;
  /** Opening hours as shown */
  readonly hours?: string;
  /** Description as shown */
  readonly description?: string;
  /** Links of the place */
  readonly links?: Links;
};

export type Location = {
  /** Postal address as shown */
  readonly address?: string;
  /** Latitude, degrees */
  readonly latitude?: number;
  /** Longitude, degrees */
  readonly longitude?: number;
};

export type MerchantVideo = {
  /** Title as shown */
  readonly title: string;
  /** Address */
  readonly link?: string;
  /** Platform, such as a video site */
  readonly platform?: string;
  /** Length as shown, such as 4:12 */
  readonly duration?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type NewsResult = {
  /** Position as shown, from 1 */
  readonly position: number;
  /** Title as shown */
  readonly title: string;
  /** Address */
  readonly link: string;
  /** Text under the title */
  readonly snippet?: string;
  /** Where it comes from */
  readonly source?: string;
  /** Date as shown */
  readonly date?: string;
  /** Number of the result page, from 1 */
  readonly page?: number;
  /** Address of the small picture */
  readonly thumbnail?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type OrganicResult = {
  /** Position as shown, from 1 */
  readonly position: number;
  /** Title as shown */
  readonly title: string;
  /** Address */
  readonly link: string;
  /** Address as shown under the title */
  readonly displayedLink?: string;
  /** Text under the title */
  readonly snippet?: string;
  /** Date as shown */
  readonly date?: string;
  /** Number of the result page, from 1 */
  readonly page?: number;
  /** Further links of the same site */
  readonly sitelinks?: Sitelinks;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type PeopleAlsoAsk = {
  /** The question */
  readonly question: string;
  /** Kind, as the engine names it */
  readonly type: 'AIOVERVIEW' | 'LINK' | 'UNKNOWN';
  /** Text under the title */
  readonly snippet?: string;
  /** Title as shown */
  readonly title?: string;
  /** Address */
  readonly link?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
  /** The answer as Markdown, with include.paaAioverview */
  readonly markdown?: string;
  /** Cited sources in their order */
  readonly sources?: readonly SearchSource[];
};

export type PeopleAreSaying = {
  /** Position as shown, from 1 */
  readonly position: number;
  /** Title as shown */
  readonly title: string;
  /** Address */
  readonly link: string;
  /** Date as shown */
  readonly date: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type Photo = {
  /** Address */
  readonly url?: string;
  /** Text that stands for the photo */
  readonly altText?: string;
  /** Name of the provider */
  readonly providerName?: string;
  /** Page of the provider */
  readonly providerUrl?: string;
};

export type Place = {
  /** Title as shown */
  readonly title: string;
  /** Position in the list, from 0 */
  readonly index: number;
  /** Address of the small picture */
  readonly thumbnail?: string;
  /** Rating as the engine gives it */
  readonly rating?: number;
  /** Number of reviews */
  readonly reviews?: number;
  /** Kind, as the engine names it */
  readonly type?: string;
  /** Postal address as shown */
  readonly address?: string;
  /** Opening state as shown */
  readonly status?: string;
  /** The engine's identifier of the place */
  readonly placeId?: string;
  /** Telephone number as shown */
  readonly phone?: string;
  /** Web site */
  readonly website?: string;
  /** Address */
  readonly link?: string;
  /** Price level as shown */
  readonly priceLevel?: string;
};

export type PlaceMap = {
  /** Title as shown */
  readonly title: string;
  /** Position in the list, from 0 */
  readonly index: number;
  /** Address of the small picture */
  readonly thumbnail?: string;
  /** Rating as the engine gives it */
  readonly rating?: number;
  /** Number of reviews */
  readonly reviews?: number;
  /** Kind, as the engine names it */
  readonly type?: string;
  /** Postal address as shown */
  readonly address?: string;
  /** Opening state as shown */
  readonly status?: string;
  /** The engine's identifier of the place */
  readonly placeId: string;
  /** Telephone number as shown */
  readonly phone?: string;
  /** Web site */
  readonly website?: string;
  /** Address */
  readonly link: string;
  /** Price level as shown */
  readonly priceLevel?: string;
  /** Coordinates */
  readonly gpsCoordinates: GpsCoordinates;
};

export type Placement = {
  /** Distance from the left, percent */
  readonly leftPercent?: number;
  /** Distance from the top, percent */
  readonly topPercent?: number;
  /** Width as share of the picture, percent */
  readonly widthPercent?: number;
  /** Height as share of the picture, percent */
  readonly heightPercent?: number;
};

export type Position = {
  /** Horizontal position */
  readonly x?: number;
  /** Vertical position */
  readonly y?: number;
};

export type Price = {
  /** Price as a number */
  readonly value?: number;
  /** Code of ISO 4217, such as EUR */
  readonly currency?: string;
  /** Price as shown */
  readonly raw?: string;
};

export type PriorityCount = {
  /** Order in the queue, 1 to 10; higher is first, 1 when absent */
  readonly priority: number;
  /** How many there are */
  readonly count: number;
};

export type ProductLookupData = {
  /** Query of the look-up */
  readonly request_query?: string;
  /** Identifiers of the product by source */
  readonly all_ids?: Readonly<Record<string, readonly string[]>>;
  /** Where the data of the product comes from */
  readonly metadata_sources?: readonly string[];
};

export type ProductLookupKey = {
  /** The engine's key for looking the product up */
  readonly data?: string;
};

export type ProductResult = {
  /** Title as shown */
  readonly title: string;
  /** Shops with their offers */
  readonly stores?: readonly Store[];
  /** What the search engine says about the product */
  readonly aboutTheProduct?: AboutTheProduct;
  /** Properties of the product */
  readonly specifications?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Pictures */
  readonly images?: readonly Image[];
  /** Rating as the engine gives it */
  readonly rating?: number;
  /** Number of reviews */
  readonly reviews?: string;
  /** Variants of the product */
  readonly variants?: readonly unknown[];
  /** Reviews of buyers */
  readonly userReviews?: readonly unknown[];
  /** Similar products */
  readonly relatedProducts?: readonly unknown[];
};

export type Profile = {
  /** Name as shown */
  readonly name: string;
  /** Address */
  readonly link?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type QueueCleared = {
  /** Whether the request succeeded */
  readonly success: true;
  /** Tasks that were removed; 0 when the queue was empty */
  readonly cleared: number;
};

export type QueueLimitDetails = {
  /** Tasks in the queue */
  readonly queuedCount: number;
  /** Tasks in the batch that was sent */
  readonly batchSize: number;
  /** Tasks the queue holds at most */
  readonly maxQueueSize: number;
  /** Tasks the queue still takes */
  readonly remainingCapacity: number;
};

export type QueueMetrics = {
  /** Tasks that wait */
  readonly queuedTasks: number;
  /** Tasks that run */
  readonly processingTasks: number;
  /** Queued tasks by priority, highest first */
  readonly priorityBreakdown: readonly PriorityCount[];
  /** Slots of the plan; null when unknown */
  readonly concurrency?: SlotUsage | null;
};

export type RatingGroupedCitation = {
  /** Title as shown */
  readonly title?: string;
  /** Address */
  readonly url?: string;
  /** Sites behind the rating */
  readonly supporting_websites?: readonly SupportingWebsite[];
};

export type RedirectRequest = {
  /** A redirectLink as it came */
  readonly url: string;
};

export type RedirectResponse = {
  /** Where the link leads */
  readonly url: string;
};

export type RelatedLink = {
  /** Name of the source as shown */
  readonly label: string;
  /** Number that joins the mark in the text with its source */
  readonly citationPillId: number;
  /** Address */
  readonly url: string;
  /** Host of the address without www. */
  readonly domain: string;
  /** Description as shown */
  readonly description?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type RelatedSearch = {
  /** A search */
  readonly query: string;
  /** Address */
  readonly link?: string;
};

export type Review = {
  /** How many there are */
  readonly count?: number;
  /** Rating as the engine gives it */
  readonly rating?: number;
  /** Name of the provider */
  readonly providerName?: string;
  /** Icon of the provider */
  readonly providerIconUrl?: string;
  /** Address */
  readonly url?: string;
};

export type SearchAd = {
  /** Position as shown, from 1 */
  readonly position: number;
  /** Where the block of ads stands: above or below the results */
  readonly blockPosition?: 'top' | 'bottom' | 'middle' | 'rhs';
  /** Kind, as the engine names it */
  readonly type?: 'RESULT' | 'SHOPPING_CARD';
  /** Title as shown */
  readonly title: string;
  /** Address */
  readonly url: string;
  /** Number of the result page, from 1 */
  readonly page?: number;
  /** Address as shown in the ad */
  readonly displayedUrl?: string;
  /** Host of the address without www. */
  readonly domain?: string;
  /** Description as shown */
  readonly description?: string;
  /** Category as shown */
  readonly category?: string;
  /** Price as shown */
  readonly price?: Price;
  /** Price before the discount */
  readonly oldPrice?: Price;
  /** Shop */
  readonly store?: string;
  /** Address of the picture */
  readonly imageUrl?: string;
  /** Further links of the same site */
  readonly sitelinks?: readonly Sitelink[];
};

export type SearchAiAd = {
  /** Title as shown */
  readonly title: string;
  /** Address */
  readonly url?: string;
  /** Position as shown, from 1 */
  readonly position?: number;
  /** Price as shown */
  readonly price?: Price | string;
  /** Shop */
  readonly store?: string;
  /** Rating as the engine gives it */
  readonly rating?: number;
  /** Number of reviews */
  readonly reviews?: string;
  /** Address of the picture */
  readonly imageUrl?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type SearchAiInclude = {
  /** Adds the address of the whole page as HTML */
  readonly html?: boolean;
  /** Adds the answer as Markdown */
  readonly markdown?: boolean;
  /** Adds merchant offers for up to 6 product clusters; +1 credit for each that is returned */
  readonly expandProducts?: boolean;
  /** Ignored: destination and redirectLink are always there */
  readonly searchGoto?: boolean;
};

export type SearchAiInlineProduct = {
  /** Title as shown */
  readonly title: string;
  /** Position as shown, from 1 */
  readonly position?: number;
  /** Price as shown */
  readonly price?: Price;
  /** Price before the discount */
  readonly oldPrice?: Price;
  /** Shop */
  readonly store?: string;
  /** Address of the small picture */
  readonly thumbnail?: string;
  /** Link to the product */
  readonly productLink?: string;
};

export type SearchAioverviewAd = {
  /** Position as shown, from 1 */
  readonly position: number;
  /** Title as shown */
  readonly title: string;
  /** Address */
  readonly url: string;
  /** Kind, as the engine names it */
  readonly type: 'TEXT' | 'SHOPPING';
  /** Host of the address without www. */
  readonly domain?: string;
  /** Description as shown */
  readonly description?: string;
  /** Price as shown */
  readonly price?: Price;
  /** Price before the discount */
  readonly old_price?: Price;
  /** Shop */
  readonly store?: string;
  /** Picture */
  readonly image?: string;
};

export type SearchAiRequest = {
  /** The question to ask, 1 to 10,000 characters without white space at both ends */
  readonly prompt: string;
  /** Country to ask from: a code of ISO 3166-1 alpha-2, or XK */
  readonly country?: string;
  /** Country, as another name of country; both together must agree */
  readonly gl?: string;
  /** Language of the interface, such as de or pt-BR; the country's own when absent */
  readonly hl?: string;
  /** Place to ask from as City,Region,Country; not together with uule */
  readonly location?: string;
  /** An encoded location of the search engine; not together with location or url */
  readonly uule?: string;
  /** Device whose page is wanted */
  readonly device?: 'desktop' | 'mobile';
  /** What is wanted beside the answer; everything is off by default */
  readonly include?: SearchAiInclude;
};

export type SearchAiResponse = {
  /** Whether the request succeeded */
  readonly success: true;
  /** What the engine produced */
  readonly result: SearchAiResult;
};

export type SearchAiResult = {
  /** The answer as plain text */
  readonly text: string;
  /** Cited sources in their order */
  readonly sources: readonly SearchSource[];
  /** Marks in the text that cite a source */
  readonly citationPills?: readonly SearchCitationPill[];
  /** The answer as Markdown, only with include.markdown */
  readonly markdown?: string;
  /** Address of the stored page, only with include.html */
  readonly html?: string;
  /** Places the answer shows */
  readonly places?: readonly Place[];
  /** Places on the map */
  readonly map?: readonly PlaceMap[];
  /** Product cards of the answer */
  readonly shoppingCards?: readonly SearchAiShoppingCard[];
  /** Products inside the text */
  readonly inlineProducts?: readonly SearchAiInlineProduct[];
  /** Ads shown, in blocks as the page shows them */
  readonly ads?: Ads;
  /** Videos the answer shows */
  readonly videos?: readonly SearchAiVideo[];
  /** Offers of merchants, only with include.expandProducts */
  readonly productResults?: readonly ProductResult[];
};

export type SearchAiShoppingCard = {
  /** Title as shown */
  readonly title: string;
  /** Price as shown */
  readonly price?: Price;
  /** Price before the discount */
  readonly oldPrice?: Price;
  /** Shop */
  readonly store?: string;
  /** Rating as the engine gives it */
  readonly rating?: number;
  /** Number of reviews */
  readonly reviews?: string;
  /** Address of the small picture */
  readonly thumbnail?: string;
  /** Link to the product */
  readonly productLink?: string;
  /** Text under the title */
  readonly snippet?: string;
  /** Links inside the text */
  readonly snippetLinks?: readonly SnippetLink[];
  /** Position as shown, from 1 */
  readonly position?: number;
};

export type SearchAiTask = {
  /** Engine of the task; both spellings are accepted, answers use the upper-case one */
  readonly taskType: 'SEARCH_AI' | 'search-ai';
  /** Request of the engine, as for its synchronous call */
  readonly payload: SearchAiRequest;
  /** Order in the queue, 1 to 10; higher is first, 1 when absent */
  readonly priority?: number;
  /** A key of your own, unique in the account: the same task is created once */
  readonly idempotencyKey?: string;
  /** Whom to tell when the task has ended */
  readonly webhook?: Webhook;
};

export type SearchAiTaskStatus = {
  /** The task */
  readonly task: SearchAiTaskStatusTask;
  /** What the task costs */
  readonly credits: Credits;
  /** Whom to tell when the task has ended */
  readonly webhook?: WebhookDelivery;
  /** Result of a completed task, or the error of a failed one; absent before */
  readonly response?: SearchAiResult | TaskFailure;
};

export type SearchAiTaskStatusTask = {
  /** Identifier of the engine */
  readonly id: string;
  /** Engine of the task; both spellings are accepted, answers use the upper-case one */
  readonly taskType: 'SEARCH_AI';
  /** State of the task */
  readonly status: 'QUEUED' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
  /** Order in the queue, 1 to 10; higher is first, 1 when absent */
  readonly priority: number;
  /** When the task was created */
  readonly createdAt: string;
  /** Milliseconds from start to end; null before the end */
  readonly latencyMs?: number | null;
  /** A key of your own, unique in the account: the same task is created once */
  readonly idempotencyKey?: string | null;
};

export type SearchAiVideo = {
  /** Title as shown */
  readonly title: string;
  /** Address */
  readonly link: string;
  /** Platform, such as a video site */
  readonly platform?: string;
  /** Channel that published the video */
  readonly channel?: string;
  /** Length as shown, such as 4:12 */
  readonly duration?: string;
  /** Address of the small picture */
  readonly thumbnail?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type SearchCitationPill = {
  /** Name of the source as shown */
  readonly label: string;
  /** Number that joins the mark in the text with its source */
  readonly citationPillId: number;
  /** Address */
  readonly url: string;
  /** Host of the address without www. */
  readonly domain: string;
  /** Description as shown */
  readonly description?: string;
  /** Position as shown, from 1 */
  readonly position?: number;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type SearchInclude = {
  /** Adds the addresses of the result pages as HTML */
  readonly html?: boolean;
  /** Adds the AI overview; +2 credits */
  readonly aioverview?: AiOverviewInclude;
  /** Adds text and sources to questions that an AI overview answers; no further credits, but slower */
  readonly paaAioverview?: boolean;
  /** Ignored: destination and redirectLink are always there */
  readonly searchGoto?: boolean;
};

export type SearchKnowledgeGraphRating = {
  /** Rating as the engine gives it */
  readonly rating?: string;
  /** How many there are */
  readonly count?: string;
};

export type SearchKnowledgeGraphSource = {
  /** Name as shown */
  readonly name?: string;
  /** Address */
  readonly link?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type SearchModelQuery = {
  /** A search */
  readonly query: string;
};

export type SearchNewsInclude = {
  /** Adds the addresses of the result pages as HTML */
  readonly html?: boolean;
};

export type SearchNewsRequest = {
  /** What to search for, 1 to 10,000 characters without white space at both ends */
  readonly query: string;
  /** Country to ask from: a code of ISO 3166-1 alpha-2 */
  readonly country?: string;
  /** Country, as another name of country; both together must agree */
  readonly gl?: string;
  /** Language of the interface, such as de or pt-BR; the country's own when absent */
  readonly hl?: string;
  /** Device whose page is wanted; mobile is the same as android */
  readonly device?: 'desktop' | 'mobile' | 'ios' | 'android';
  /** Result pages to read, 1 to 10; not together with url */
  readonly pages?: number;
  /** What is wanted beside the answer; everything is off by default */
  readonly include?: SearchNewsInclude;
};

export type SearchNewsResponse = {
  /** Whether the request succeeded */
  readonly success: true;
  /** What the engine produced */
  readonly result: SearchNewsResult;
};

export type SearchNewsResult = {
  /** News in the order shown */
  readonly newsResults: readonly NewsResult[];
  /** Address of the stored page, only with include.html */
  readonly html?: readonly string[];
};

export type SearchNewsTask = {
  /** Engine of the task; both spellings are accepted, answers use the upper-case one */
  readonly taskType: 'SEARCH_NEWS' | 'search/news';
  /** Request of the engine, as for its synchronous call */
  readonly payload: SearchNewsRequest;
  /** Order in the queue, 1 to 10; higher is first, 1 when absent */
  readonly priority?: number;
  /** A key of your own, unique in the account: the same task is created once */
  readonly idempotencyKey?: string;
  /** Whom to tell when the task has ended */
  readonly webhook?: Webhook;
};

export type SearchNewsTaskStatus = {
  /** The task */
  readonly task: SearchNewsTaskStatusTask;
  /** What the task costs */
  readonly credits: Credits;
  /** Whom to tell when the task has ended */
  readonly webhook?: WebhookDelivery;
  /** Result of a completed task, or the error of a failed one; absent before */
  readonly response?: SearchNewsResult | TaskFailure;
};

export type SearchNewsTaskStatusTask = {
  /** Identifier of the engine */
  readonly id: string;
  /** Engine of the task; both spellings are accepted, answers use the upper-case one */
  readonly taskType: 'SEARCH_NEWS';
  /** State of the task */
  readonly status: 'QUEUED' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
  /** Order in the queue, 1 to 10; higher is first, 1 when absent */
  readonly priority: number;
  /** When the task was created */
  readonly createdAt: string;
  /** Milliseconds from start to end; null before the end */
  readonly latencyMs?: number | null;
  /** A key of your own, unique in the account: the same task is created once */
  readonly idempotencyKey?: string | null;
};

export type SearchPrice = {
  /** Price as a number */
  readonly value: number;
  /** Code of ISO 4217, such as EUR */
  readonly currency: string;
  /** Price as shown */
  readonly raw?: string;
};

export type SearchRating = {
  /** Platform, such as a video site */
  readonly platform: string;
  /** Rating as the engine gives it */
  readonly rating?: string;
  /** Address */
  readonly link?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type SearchRequest = {
  /** What to search for, 1 to 10,000 characters without white space at both ends; instead of url */
  readonly query?: string;
  /** A whole web-search address instead of query; q, gl, hl, uule, num, start, tbs and safe count, the rest is dropped */
  readonly url?: string;
  /** Country to ask from: a code of ISO 3166-1 alpha-2, or XK */
  readonly country?: string;
  /** Country, as another name of country; both together must agree */
  readonly gl?: string;
  /** Language of the interface, such as de or pt-BR; the country's own when absent */
  readonly hl?: string;
  /** Place to ask from as City,Region,Country; not together with uule or url */
  readonly location?: string;
  /** An encoded location of the search engine; not together with location or url */
  readonly uule?: string;
  /** Device whose page is wanted; mobile is the same as android */
  readonly device?: 'desktop' | 'mobile' | 'ios' | 'android';
  /** Result pages to read, 1 to 10; not together with url */
  readonly pages?: number;
  /** What is wanted beside the answer; everything is off by default */
  readonly include?: SearchInclude;
};

export type SearchResponse = {
  /** Whether the request succeeded */
  readonly success: true;
  /** What the engine produced */
  readonly result: SearchResult;
};

export type SearchResult = {
  /** Results that are no ads, in the order shown */
  readonly organicResults: readonly OrganicResult[];
  /** Questions people also ask */
  readonly peopleAlsoAsk: readonly PeopleAlsoAsk[];
  /** Searches the page proposes */
  readonly relatedSearches: readonly RelatedSearch[];
  /** Ads shown with the answer */
  readonly ads?: readonly SearchAd[];
  /** The AI overview above the results */
  readonly aioverview?: AiOverview | null;
  /** Posts and discussions */
  readonly peopleAreSaying?: readonly PeopleAreSaying[];
  /** Places near the location */
  readonly localResults?: readonly LocalResult[];
  /** Link to more places */
  readonly localResultsMoreLink?: string;
  /** Product cards of the answer */
  readonly shoppingCards?: readonly SearchShoppingCard[];
  /** Offers of merchants, only with include.expandProducts */
  readonly productResults?: readonly ProductResult[];
  /** The panel about the person, place or thing */
  readonly knowledgeGraph?: KnowledgeGraph;
  /** Address of the stored page, only with include.html */
  readonly html?: readonly string[];
};

export type SearchShoppingCard = {
  /** Title as shown */
  readonly title: string;
  /** Position as shown, from 1 */
  readonly position: number;
  /** Mark such as "Sale" */
  readonly promoLabel?: string;
  /** Category as shown */
  readonly category?: string;
  /** Price as shown */
  readonly price?: Price;
  /** Price before the discount */
  readonly oldPrice?: Price;
  /** Shop */
  readonly store?: string;
  /** Rating as the engine gives it */
  readonly rating?: number;
  /** Number of reviews */
  readonly reviews?: string;
  /** Address of the small picture */
  readonly thumbnail?: string;
};

export type SearchSource = {
  /** Position as shown, from 1 */
  readonly position: number;
  /** Address */
  readonly url: string;
  /** Name of the source as shown */
  readonly label: string;
  /** Description as shown */
  readonly description?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type SearchTask = {
  /** Engine of the task; both spellings are accepted, answers use the upper-case one */
  readonly taskType: 'SEARCH' | 'search';
  /** Request of the engine, as for its synchronous call */
  readonly payload: SearchRequest;
  /** Order in the queue, 1 to 10; higher is first, 1 when absent */
  readonly priority?: number;
  /** A key of your own, unique in the account: the same task is created once */
  readonly idempotencyKey?: string;
  /** Whom to tell when the task has ended */
  readonly webhook?: Webhook;
};

export type SearchTaskStatus = {
  /** The task */
  readonly task: SearchTaskStatusTask;
  /** What the task costs */
  readonly credits: Credits;
  /** Whom to tell when the task has ended */
  readonly webhook?: WebhookDelivery;
  /** Result of a completed task, or the error of a failed one; absent before */
  readonly response?: SearchResult | TaskFailure;
};

export type SearchTaskStatusTask = {
  /** Identifier of the engine */
  readonly id: string;
  /** Engine of the task; both spellings are accepted, answers use the upper-case one */
  readonly taskType: 'SEARCH';
  /** State of the task */
  readonly status: 'QUEUED' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
  /** Order in the queue, 1 to 10; higher is first, 1 when absent */
  readonly priority: number;
  /** When the task was created */
  readonly createdAt: string;
  /** Milliseconds from start to end; null before the end */
  readonly latencyMs?: number | null;
  /** A key of your own, unique in the account: the same task is created once */
  readonly idempotencyKey?: string | null;
};

export type SearchVideo = {
  /** Address */
  readonly url: string;
  /** Title as shown */
  readonly title?: string;
  /** Address of the small picture */
  readonly thumbnail?: string;
  /** Where it comes from */
  readonly source?: string;
  /** Platform, such as a video site */
  readonly platform?: string;
  /** Date as shown */
  readonly date?: string;
  /** Length as shown, such as 4:12 */
  readonly duration?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type ShowcaseMetadata = {
  /** Picture */
  readonly image?: AssistantAImage;
  /** Background of the picture */
  readonly background?: Background;
  /** Slots of the picture */
  readonly slots?: Readonly<Record<string, Slot>>;
  /** What the engine leaves for its own tests */
  readonly debug?: unknown;
};

export type Sitelink = {
  /** Address */
  readonly url: string;
  /** Title as shown */
  readonly title: string;
  /** Description as shown */
  readonly description?: string;
};

export type Sitelinks = {
  /** Links in one line */
  readonly inline?: readonly Inline[];
};

export type Slot = {
  /** How the picture fills its slot */
  readonly fit?: string;
  /** Where the picture is centred */
  readonly position?: Position;
  /** Magnification */
  readonly zoom?: number;
  /** Where the slot lies in the picture */
  readonly placement?: Placement;
  /** How the picture is blended */
  readonly imageBlendMode?: string;
};

export type SlotLimitDetails = {
  /** Slots of the plan */
  readonly limit: number;
};

export type SlotUsage = {
  /** Slots in use */
  readonly used: number;
  /** Slots of the plan */
  readonly max: number;
};

export type SnippetLink = {
  /** Text of the link */
  readonly text?: string;
  /** Address */
  readonly link?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type SocialPost = {
  /** Platform, such as a video site */
  readonly platform: string;
  /** Text of the post */
  readonly text?: string;
  /** Address */
  readonly link?: string;
  /** Date as shown */
  readonly date?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type Source = {
  /** Position as shown, from 1 */
  readonly position: number;
  /** Address */
  readonly url: string;
  /** Name of the source as shown */
  readonly label: string;
  /** Description as shown */
  readonly description?: string;
};

export type Specification = {
  /** Name of the property */
  readonly displayName: string;
  /** Values of the property */
  readonly values: readonly string[];
};

export type Stat = {
  /** Name of the source as shown */
  readonly label: string;
  /** Value of the figure */
  readonly value: string;
};

export type States = readonly {
  /** Stable code of the error; branch on it */
  readonly code: string;
  /** Name as shown */
  readonly name: string;
}[];

export type StatsCard = {
  /** What the figures are about */
  readonly context?: string;
  /** Figures of the card */
  readonly stats?: readonly Stat[];
};

export type Store = {
  /** Name as shown */
  readonly name: string;
  /** Address */
  readonly link?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
  /** Price as shown */
  readonly price?: SearchPrice;
  /** Payment by instalments as shown */
  readonly installments?: string;
  /** Description as shown */
  readonly description?: string;
  /** Ways to buy, such as "Used" */
  readonly buyingOptions?: readonly string[];
  /** Logo of the shop */
  readonly logo?: string;
  /** Shipping as shown */
  readonly shipping?: string;
  /** Condition, such as "New" or, of the weather, "Cloudy" */
  readonly condition?: string;
  /** Rating as the engine gives it */
  readonly rating?: number;
  /** Number of reviews */
  readonly reviews?: string | number;
};

export type StreamingOption = {
  /** Platform, such as a video site */
  readonly platform: string;
  /** Address */
  readonly link?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type SupportingWebsite = {
  /** Title as shown */
  readonly title?: string;
  /** Address */
  readonly url?: string;
};

export type Tag = {
  /** Text of the mark */
  readonly text?: string;
  /** Explanation of the mark */
  readonly tooltip?: string;
};

export type Task = {
  /** Identifier of the task */
  readonly id: string;
  /** Engine of the task; both spellings are accepted, answers use the upper-case one */
  readonly taskType: string;
  /** State of the task */
  readonly status: 'QUEUED' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
  /** Order in the queue, 1 to 10; higher is first, 1 when absent */
  readonly priority: number;
  /** When the task was created */
  readonly createdAt: string;
  /** Milliseconds from start to end; null before the end */
  readonly latencyMs?: number | null;
  /** A key of your own, unique in the account: the same task is created once */
  readonly idempotencyKey?: string | null;
};

export type TaskBatch = readonly TaskRequest[];

export type TaskCreated = {
  /** Whether the request succeeded */
  readonly success: true;
  /** The task */
  readonly task: Task;
  /** What the task costs */
  readonly credits: Credits;
};

export type TaskError = {
  /** Stable code of the error; branch on it */
  readonly code: 'BAD_REQUEST' | 'MISSING_API_KEY' | 'INVALID_API_KEY_FORMAT' | 'INVALID_OR_EXPIRED_API_KEY' | 'INSUFFICIENT_CREDITS' | 'RESOURCE_NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'RESOURCE_CONFLICT' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'RATE_LIMIT_EXCEEDED' | 'CONCURRENT_LIMIT_EXCEEDED' | 'QUEUE_LIMIT_EXCEEDED' | 'REQUEST_CANCELED' | 'INTERNAL_SERVER_ERROR' | 'EXTERNAL_SERVICE_ERROR';
  /** A sentence for people */
  readonly message: string;
  /** What is known beyond the message */
  readonly details?: Readonly<Record<string, unknown>>;
};

export type TaskFailure = {
  /** The error */
  readonly error: TaskError;
};

export type TaskRequest = AssistantATask | AssistantBTask | AssistantCTask | AssistantDTask | AssistantETask | SearchTask | SearchNewsTask | SearchAiTask;

export type TaskStatus = AssistantATaskStatus | AssistantBTaskStatus | AssistantCTaskStatus | AssistantDTaskStatus | AssistantETaskStatus | SearchTaskStatus | SearchNewsTaskStatus | SearchAiTaskStatus;

export type ThingsToKnow = {
  /** Name of the source as shown */
  readonly label: string;
  /** Second line */
  readonly subtitle?: string;
};

export type TrendingProduct = {
  /** Title as shown */
  readonly title: string;
  /** Price as shown */
  readonly price?: string;
  /** Address */
  readonly link?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

export type ValidationFailure = {
  /** Whether the request succeeded */
  readonly success: false;
  /** One sentence about the failure */
  readonly error: string;
  /** One entry for each field that is not valid */
  readonly details: readonly FieldIssue[];
};

export type Weather = {
  /** Temperature as shown */
  readonly temperature?: string;
  /** Condition, such as "New" or, of the weather, "Cloudy" */
  readonly condition?: string;
};

export type Webhook = {
  /** Address that gets a POST when the task has ended */
  readonly url: string;
};

export type WebhookDelivery = {
  /** Address */
  readonly url: string;
  /** When the webhook was received; null before */
  readonly deliveredAt: string | null;
  /** Whether the webhook was received */
  readonly delivered: boolean;
};

export type WebRating = {
  /** Platform, such as a video site */
  readonly platform: string;
  /** Rating as the engine gives it */
  readonly rating?: string;
  /** Address */
  readonly link?: string;
  /** Number of votes */
  readonly votes?: string;
  /** The engine's own redirect to the address; input of POST /v1/monitor/search/goto */
  readonly redirectLink?: string;
};

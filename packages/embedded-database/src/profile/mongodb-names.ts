import { CommandError, type CodeName } from '../errors';

/**
 * MongoDB's names of features that clients request by name. They distinguish an unsupported feature from a typing
 * error. Source: the reference part of MongoDB's manual, 7.0 and 8.0.
 */
const MONGODB_NAMES = {
  command: splitNames(`
    abortTransaction abortReshardCollection addShard aggregate analyze analyzeShardKey appendOplogNote applyOps
    authenticate autoCompact autoSplitVector availableQueryOptions balancerCollectionStatus balancerStart balancerStatus
    balancerStop buildInfo buildinfo bulkWrite checkMetadataConsistency checkShardingIndex cleanupOrphaned
    cleanupReshardCollection cloneCollectionAsCapped collMod collStats collstats commitReshardCollection
    commitTransaction compact compactStructuredEncryptionData connectionStatus connPoolStats connPoolSync
    convertToCapped count create createIndexes createRole createSearchIndexes createUser currentOp dataSize
    datasize dbHash dbhash dbStats dbstats delete distinct driverOIDTest drop dropAllRolesFromDatabase
    dropAllUsersFromDatabase dropConnections dropDatabase dropIndexes dropRole dropSearchIndex dropUser enableSharding
    endSessions eval explain features filemd5 find findAndModify findandmodify flushRouterConfig forceerror fsync
    fsyncUnlock geoNear geoSearch getAuditConfig getClusterParameter getCmdLineOpts getDefaultRWConcern getLastError
    getlasterror getLog getMore getnonce getParameter getPrevError getQueryableEncryptionCountInfo getShardMap
    getShardVersion grantPrivilegesToRole grantRolesToRole grantRolesToUser group hello hostInfo insert
    internalRenameIfOptionsAndIndexesMatch invalidateUserCache isdbgrid isMaster ismaster killAllSessions
    killAllSessionsByPattern killCursors killOp killSessions listCollections listCommands listDatabases
    listIndexes listSearchIndexes listShards lockInfo logApplicationMessage logRotate logout logoutAllUsers
    mapReduce mapreduce mergeAllChunksOnShard mergeChunks moveChunk moveCollection movePrimary netstat parallelCollectionScan ping
    planCacheClear planCacheClearFilters planCacheListFilters planCacheSetFilter profile reapLogicalSessionCacheNow
    refineCollectionShardKey refreshSessions refreshSessionsInternal reIndex removeQuerySettings removeShard
    renameCollection replSetAbortPrimaryCatchUp replSetFreeze replSetGetConfig replSetGetStatus replSetInitiate
    replSetMaintenance replSetReconfig replSetResizeOplog replSetStepDown replSetSyncFrom resetError
    reshardCollection resync revokePrivilegesFromRole revokeRolesFromRole revokeRolesFromUser rolesInfo
    rotateCertificates saslContinue saslStart serverStatus setAllowMigrations setAuditConfig setClusterParameter
    setDefaultRWConcern setFeatureCompatibilityVersion setIndexCommitQuorum setParameter setProfilingFilterGlobally
    setQuerySettings setShardVersion setUserWriteBlockMode shardCollection shardingState shardConnPoolStats shutdown
    split splitChunk splitVector startRecordingTraffic startSession stopRecordingTraffic top transitionFromDedicatedConfigServer
    transitionToDedicatedConfigServer unsetSharding unshardCollection update updateRole updateSearchIndex updateUser
    updateZoneKeyRange usersInfo validate validateDBMetadata waitForFailPoint whatsmyuri`),
  'filter operator': splitNames(`
    $all $and $bitsAllClear $bitsAllSet $bitsAnyClear $bitsAnySet $box $center $centerSphere $comment $db $elemMatch $eq
    $exists $expr $geoIntersects $geometry $geoWithin $gt $gte $id $in $jsonSchema $lt $lte $maxDistance $meta
    $minDistance $mod $natural $ne $near $nearSphere $nin $nor $not $options $or $polygon $rand $ref $regex
    $sampleRate $size $text $type $uniqueDocs $where $within $_internalSchemaCond`),
  'update operator': splitNames(`
    $addToSet $bit $currentDate $inc $max $min $mul $pop $pull $pullAll $push $pushAll $rename $set $setOnInsert $unset`),
  'aggregation stage': splitNames(`
    $addFields $bucket $bucketAuto $changeStream $changeStreamSplitLargeEvent $collStats $count $currentOp $densify
    $documents $facet $fill $geoNear $graphLookup $group $indexStats $limit $listClusterCatalog $listLocalSessions
    $listSampledQueries $listSearchIndexes $listSessions $lookup $match $merge $out $planCacheStats $project
    $queryStats $querySettings $rankFusion $redact $replaceRoot $replaceWith $sample $scoreFusion $search $searchMeta $set
    $setWindowFields $shardedDataDistribution $skip $sort $sortByCount $unionWith $unset $unwind $vectorSearch`),
  option: splitNames(`
    $audit $client $clusterTime $configServerState $configTime $db $queryOptions $readPreference $topologyTime
    2dsphereIndexVersion allowDiskUse allowPartialResults apiDeprecationErrors apiStrict apiVersion arrayFilters authdb
    authorizedCollections autocommit autoIndexId awaitData background batchSize bits bsonRegExp bucketMaxSpanSeconds
    bucketRoundingSeconds bucketSize bypassDocumentValidation c capped changeStreamPreAndPostImages clusteredIndex
    coarsestIndexedInterval collation collection columnstoreProjection comment commitQuorum compression cursor
    default_language defaultLanguage dropDups dropTarget encryptedFields encryptionInformation exchange expireAfterSeconds explain
    fields filter forceServerObjectId fromMongos hidden hint helloOk indexOptionDefaults indexes isMapReduceCommand key
    language_override lastKnownCommittedOpTime let limit loadBalanced lsid max maxAwaitTimeMS maxTimeMS
    maxTimeMSOpOnly mayBypassWriteBlocking min multi name nameOnly needsMerge new noCursorTimeout ns nShards oplogReplay
    options ordered originalQuery partialFilterExpression partialIndexes passthroughToShard pipeline prepareUnique
    prefix projection query readConcern readPreference readOnce recordPreImages recoveryToken remove requestResumeToken resumeAfter returnKey
    runtimeConstants sampleId saslSupportedMechs shardVersion databaseVersion showRecordId singleBatch size skip snapshot sort
    sparse speculativeAuthenticate startAt startTransaction stmtId stmtIds storageEngine tailable temp term
    textIndexVersion timeseries topologyVersion txnNumber u unique unwrappedReadPref update updates upsert upsertSupplied use44SortKeys v
    validationAction validationLevel validator viewOn weights wildcardProjection writeConcern maxAwaitTimeMS
    verbosity background sampleRate useNewUpsert collectionUUID coordinator isTimeseriesNamespace`),
} as const;

export type NameKind = keyof typeof MONGODB_NAMES;

function splitNames(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** A requested name that is in no table of the profile. */
interface Asked {
  readonly kind: NameKind;
  readonly name: string;
  /** The name in messages, if it differs: `find.hint`. */
  readonly shown?: string;
}

/**
 * The error for a name that the profile lacks, with the code that MongoDB has for unknown names.
 *
 * @param unknown the message when MongoDB does not know it either
 */
export function unknownName(
  { kind, name, shown = name }: Asked,
  reason: CodeName | number,
  unknown: string,
): CommandError {
  const message = `the ${kind} '${shown}' is outside the profile of the embedded database`;
  return new CommandError(reason, MONGODB_NAMES[kind].has(name) ? message : unknown);
}

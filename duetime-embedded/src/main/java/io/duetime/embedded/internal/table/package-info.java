/**
 * The tables of queues on disk: which records and index entries a change writes, what of it is held
 * on the heap, and how the next jobs are found. One thread uses all of it at a time; what decides
 * is the kernel, and what writes to the folder is the committer.
 */
@NullMarked
package io.duetime.embedded.internal.table;

import org.jspecify.annotations.NullMarked;

/**
 * Fault injection: a default file system whose n-th operation fails, and a campaign that runs
 * commands on it for every n. Begin with {@link io.github.wats.cli.fault.FaultCampaign}.
 */
package io.github.wats.cli.fault;
